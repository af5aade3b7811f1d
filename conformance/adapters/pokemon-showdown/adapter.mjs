// Lets the UNO plugin of Pokémon Showdown take part in the conformance suite: JSON lines in, JSON lines out.
// No rule of the game is decided here; README.md lists what had to be decided all the same.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const folder = process.env.SHOWDOWN_PATH ?? process.cwd(); // the folder that has node_modules in it
const load = createRequire(join(folder, "package.json"));
const PACKAGE = "pokemon-showdown";
try {
  load.resolve(`${PACKAGE}/package.json`);
} catch {
  console.error(`${PACKAGE} is not installed in ${folder}: call "npm install --ignore-scripts --omit=optional ` +
    `${PACKAGE}@0.11.11" there, or set SHOWDOWN_PATH to the folder whose node_modules has it`);
  process.exit(1);
}

// What the plugin expects of the chat server around it. Rooms are the server's own; users only receive messages.
class ErrorMessage extends Error {}
const users = new Map();
let tapes = []; // what the coming shuffles shall bring to the top
Object.assign(globalThis, {
  Chat: { ErrorMessage, plural: () => "s" },
  Users: { getExact: (id) => users.get(id) ?? null },
  toID: (text) => String(text),
  // The pause in which UNO can be called passes at once; the minute after which a player is thrown out never does.
  setTimeout: (call, ms) => { if (ms === 750) queueMicrotask(call); return null; },
});
globalThis.Rooms = load(`${PACKAGE}/dist/server/room-game.js`);
const index = load.resolve(`${PACKAGE}/dist/lib/index.js`);
const Utils = { ...load(`${PACKAGE}/dist/lib/utils.js`), shuffle };
load.cache[index] = { id: index, filename: index, loaded: true, exports: { Utils } };
const { UNO, commands } = load(`${PACKAGE}/dist/server/chat-plugins/uno.js`);

const COLOURS = { R: "Red", Y: "Yellow", G: "Green", B: "Blue" };
const FACES = { S: "Skip", R: "Reverse", "+2": "+2" };
const SETUP = ["seats", "dealer", "hands", "discard_pile", "draw_pile", "reshuffles", "turn", "direction",
  "active_colour", "deal"];
const STATE = ["turn", "direction", "top", "active_colour", "hands", "hand_sizes", "draw_pile", "discard_pile",
  "over", "winner"];
const DEALT = 7; // cards that the plugin gives to each

class Unsupported extends Error {} // a position that the plugin has no data for

const keyOf = (table, value) => Object.keys(table).find((key) => table[key] === value);
const isBlack = (token) => token === "W" || token === "W4";
// Only a black card is played with a colour, and only with one that the plugin has a command for.
const isMove = (token, colour) => colour === undefined || (isBlack(token) && colour in COLOURS);
const isNeutral = (value) => Object(value) === value ? Object.values(value).every(isNeutral) : !value;
const settled = async () => { for (let n = 0; n < 3; n++) await new Promise(setImmediate); }; // turns change late

function toCard(token) {
  if (token === "W") return { value: "Wild", color: "Black", name: "Wild" };
  if (token === "W4") return { value: "+4", color: "Black", name: "Wild +4" };
  const [color, value] = [COLOURS[token[0]], FACES[token.slice(1)] ?? token.slice(1)];
  return { value, color, name: `${color} ${value}` };
}

function toToken({ color, value }) {
  if (color === "Black") return value === "+4" ? "W4" : "W";
  return keyOf(COLOURS, color) + (keyOf(FACES, value) ?? value);
}

// One of the outcomes that the plugin's shuffle can have: the cards of the case's tape on top (the end of the list).
function shuffle(cards) {
  for (const token of (tapes.shift() ?? []).slice().reverse()) {
    const at = cards.findIndex((card) => toToken(card) === token);
    if (at >= 0) cards.push(...cards.splice(at, 1));
  }
  return cards;
}

class Table {
  constructor(setup, options) {
    const odd = Object.keys(setup).filter((name) => !SETUP.includes(name) && !isNeutral(setup[name]));
    if (odd.length) throw new Unsupported(`the plugin has no place for ${odd.join(", ")}`);
    this.seats = setup.seats;
    this.victim = null; // has been given the cards of a Wild Draw Four, which the case has still to take
    this.winner = null;
    this.room = { roomid: "uno", nextGameNumber: () => 1, add() { return this; }, update() {} };
    tapes = [];
    users.clear();
    this.game = this.room.game = new UNO(this.room, 12, true);
    for (const id of this.seats) {
      users.set(id, { id, name: id, games: new Set(), told: [], updateSearch() {}, sendTo(_, text) { this.told.push(text); } });
      this.game.joinGame(users.get(id));
    }
    this.players = Object.fromEntries(this.game.players.map((player) => [player.name, player]));
    const win = this.game.onWin.bind(this.game);
    this.game.onWin = (player) => { this.winner = player.name; win(player); };
    tapes = [...(setup.reshuffles ?? [])];
    if (setup.deal) this.deal(setup, options.hand_size ?? DEALT);
    else this.place(setup);
  }

  // The plugin's own start, on a stacked deck: it gives each player all his cards at a time, the case card by card.
  deal({ dealer = this.seats.at(-1), deal: { draw_order: order } }, size) {
    const { game, seats } = this;
    const first = seats.indexOf(dealer) + 1;
    const stacked = seats.flatMap((_, seat) => Array.from({ length: size },
      (_, round) => order[round * seats.length + (seat - first + seats.length) % seats.length]));
    game.deck = [...stacked, ...order.slice(stacked.length)].map(toCard).reverse();
    const draw = game.drawCard.bind(game);
    game.drawCard = (count) => draw(count === DEALT ? size : count);
    // Chance names the first player; the start then goes on by one seat for the first card, and once more to begin.
    game.currentPlayer = game.players[(first - 2 + seats.length) % seats.length];
    game.onStart();
    game.drawCard = draw;
  }

  place(setup) {
    const { game } = this;
    const top = setup.discard_pile.at(-1);
    const colour = setup.active_colour ?? top[0];
    if (!COLOURS[colour] || (!isBlack(top) && top[0] !== colour))
      throw new Unsupported("in the plugin a card with a colour has no other colour");
    for (const seat of this.seats) this.players[seat].hand = (setup.hands[seat] ?? []).map(toCard);
    game.deck = setup.draw_pile.map(toCard).reverse();
    game.discards = setup.discard_pile.map(toCard).reverse();
    game.topCard = game.discards[0];
    if (isBlack(top)) game.topCard.changedColor = COLOURS[colour];
    game.lastColor = COLOURS[colour];
    game.direction = setup.direction ?? 1;
    const after = this.seats.indexOf(setup.dealer ?? this.seats.at(-1)) + 1;
    game.currentPlayer = this.players[setup.turn ?? this.seats[after % this.seats.length]];
    game.state = "play";
  }

  bySeat(value) { return Object.fromEntries(this.seats.map((seat) => [seat, value(this.players[seat].hand)])); }

  // Feed one act; the step of the answer. No state is given of a position that the plugin never was in.
  async act(act) {
    const ok = this.room.game === this.game && this.carryOut(act); // a game that is over is no longer the room's
    await settled();
    return this.victim ? { ok } : { ok, ...this.observe() };
  }

  carryOut({ by, act, card, colour, count = 1 }) {
    const { game } = this;
    const player = this.players[by];
    if (!player) return false;
    if (act === "take" && by === this.victim && game.state !== "color") {
      this.victim = null;
      return true;
    }
    if (act === "play") return count === 1 && isMove(card, colour) && this.play(player, card, colour);
    if (act === "choose_colour") return game.onSelectColor(player, COLOURS[colour]) === undefined;
    if (act === "draw") return this.draw(player);
    if (act === "keep") return this.pass(player);
    if (act === "call") return game.onUno(player, game.unoId) === undefined;
    return false;
  }

  play(player, token, colour) {
    const before = this.bySeat((hand) => hand.length);
    if (this.game.onPlay(player, toCard(token).name) !== undefined) return false;
    if (token === "W4") this.victim = this.seats.find((seat) => this.players[seat].hand.length >= before[seat] + 4) ?? null;
    if (colour && this.game.state === "color") this.game.onSelectColor(player, COLOURS[colour]);
    return true;
  }

  draw(player) {
    const { told } = users.get(player.id);
    told.length = 0;
    if (this.game.onDraw(player) !== undefined) return false;
    if (told.some((text) => text.includes("You must pass"))) this.pass(player); // it does not fit, says the plugin
    return true;
  }

  pass(player) {
    try {
      commands.uno.pass.call({ requireGame: () => this.game }, "", this.room, users.get(player.id));
    } catch (error) {
      if (error instanceof ErrorMessage) return false;
      throw error;
    }
    return true;
  }

  observe() {
    const { game, winner } = this;
    const { topCard } = game;
    const colour = topCard.changedColor ?? (topCard.color === "Black" ? game.lastColor : topCard.color);
    const state = {
      turn: game.currentPlayer.name, direction: game.direction,
      top: toToken(topCard), active_colour: keyOf(COLOURS, colour),
      hands: this.bySeat((hand) => hand.map(toToken).sort()), hand_sizes: this.bySeat((hand) => hand.length),
      draw_pile: game.deck.length, discard_pile: game.discards.length, over: winner !== null, winner };
    return { state, end: winner && { winner } };
  }
}

const hello = () => ({
  protocol: 1, setup: "state", limits: { seats: [2, 12] },
  impl: { name: "Pokémon Showdown, UNO plugin", version: load(`${PACKAGE}/package.json`).version, language: "JavaScript",
    source: "https://github.com/smogon/pokemon-showdown" },
  // The plugin itself deals seven cards; two are what the cases about first cards deal.
  claims: [{}, { hand_size: 2 }].map((options) => ({ ruleset: "uno/2008", patches: [], options })),
  lacks: ["challenge", "dealer_draw", "empty_piles", "score"],
  observes: ["ok", ...STATE.map((name) => `state.${name}`), "end.winner"] });

async function answer({ cmd, setup, options, acts }) {
  if (cmd === "hello") return hello();
  try {
    const table = new Table(setup, options ?? {});
    await settled();
    const steps = [];
    for (const act of acts) steps.push(await table.act(act));
    return { steps };
  } catch (error) {
    if (error instanceof Unsupported) return { skip: { reason: "unsupported", detail: error.message } };
    return { error: { message: String(error), traceback: error.stack } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "bye") break;
  process.stdout.write(JSON.stringify({ id: request.id, ...await answer(request) }) + "\n");
}
