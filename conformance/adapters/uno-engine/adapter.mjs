// Lets the npm package uno-engine take part in the conformance suite: JSON lines in, JSON lines out.
// No rule of the game is decided here; README.md lists what had to be decided all the same.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const folder = process.env.UNO_ENGINE_PATH ?? process.cwd(); // the folder that has node_modules in it
const load = createRequire(join(folder, "package.json"));
let engine;
try {
  engine = load("uno-engine");
} catch {
  console.error(`uno-engine is not installed in ${folder}: call "npm install --ignore-scripts uno-engine@2.0.3" ` +
    "there, or set UNO_ENGINE_PATH to the folder whose node_modules has it");
  process.exit(1);
}

const { Game, Card, Color, Value } = engine;
const COLOURS = { R: Color.RED, Y: Color.YELLOW, G: Color.GREEN, B: Color.BLUE };
const FACES = { S: Value.SKIP, R: Value.REVERSE, "+2": Value.DRAW_TWO, W: Value.WILD, W4: Value.WILD_DRAW_FOUR };
const SETUP = ["seats", "dealer", "hands", "discard_pile", "draw_pile", "reshuffles", "turn", "direction", "active_colour"];
const STATE = ["turn", "direction", "top", "active_colour", "hands", "hand_sizes", "draw_pile", "over", "winner", "score"];

class Unsupported extends Error {} // a position that uno-engine has no data for

const keyOf = (table, value) => Object.keys(table).find((key) => table[key] === value);
const isBlack = (token) => token === "W" || token === "W4";
const toCard = (token, colour) => isBlack(token)
  ? new Card(FACES[token], COLOURS[colour])
  : new Card(FACES[token.slice(1)] ?? Number(token.slice(1)), COLOURS[token[0]]);
const toToken = (card) => (card.isWildCard() ? "" : keyOf(COLOURS, card.color)) + (keyOf(FACES, card.value) ?? card.value);
const isNeutral = (value) => Object(value) === value ? Object.values(value).every(isNeutral) : !value;

class Table {
  constructor(setup) {
    const odd = Object.keys(setup).filter((name) => !SETUP.includes(name) && !isNeutral(setup[name]));
    if (odd.length) throw new Unsupported(`uno-engine has no place for ${odd.join(", ")}`);
    if (!setup.draw_pile.length) throw new Unsupported("the draw pile of uno-engine is never empty");
    const top = setup.discard_pile.at(-1);
    const colour = setup.active_colour ?? top[0];
    if (!COLOURS[colour] || (!isBlack(top) && top[0] !== colour))
      throw new Unsupported("uno-engine reads the colour in force off the top card");
    this.seats = setup.seats;
    this.victim = null; // has been given the cards of a Wild Draw Four, which the case has still to take
    this.end = null;
    this.game = new Game(setup.seats);
    this.game.on("end", (event) => { this.end = event; });
    for (const seat of setup.seats) this.player(seat).hand = (setup.hands[seat] ?? []).map((token) => toCard(token));
    this.game.discardedCard = toCard(top, colour);
    if (setup.direction === -1) this.game.playingDirection = 2;
    const after = this.seats.indexOf(setup.dealer ?? this.seats.at(-1)) + 1;
    this.game.currentPlayer = this.player(setup.turn ?? this.seats[after % this.seats.length]);
    this.stack(setup.draw_pile, [...(setup.reshuffles ?? [])]);
  }

  // The engine draws from the end of a list. Its next shuffle brings the cards of the case's tape to the top.
  stack(cards, tapes) {
    const pile = this.game.deck.shuffle;
    pile.cards = cards.map((token) => toCard(token)).reverse();
    pile.length = cards.length;
    pile.shuffle = () => {
      for (const token of (tapes.shift() ?? []).slice().reverse()) {
        const at = pile.cards.findIndex((card) => toToken(card) === token);
        if (at >= 0) pile.cards.push(...pile.cards.splice(at, 1));
      }
    };
  }

  player(seat) { return this.game.getPlayer(seat); }
  bySeat(value) { return Object.fromEntries(this.seats.map((seat) => [seat, value(this.player(seat).hand)])); }

  // Feed one act; the step of the answer. No state is given of a position that the engine never was in.
  act({ by, act, card, colour, count = 1, target }) {
    const { game } = this;
    const mine = by === game.currentPlayer.name; // play, draw and pass are the current player's, whoever asks
    let ok = false;
    if (act === "call") ok = !game.uno(this.player(by)).includes(this.player(by));
    else if (act === "catch") ok = game.uno(this.player(by)).includes(this.player(target)) && by !== target;
    else if (act === "take" && by === this.victim) [ok, this.victim] = [true, null];
    else if (act === "play" && mine && count === 1 && (isBlack(card) || !colour)) // B5 with a colour is no move
      ok = this.attempt(() => this.play(card, colour));
    else if (act === "draw" && mine) ok = this.attempt(() => this.draw());
    else if (act === "keep" && mine) ok = this.attempt(() => game.pass());
    return this.victim ? { ok } : { ok, ...this.observe() };
  }

  // The engine refuses by throwing an Error; anything else that it throws means that it is broken.
  attempt(move) {
    const before = this.bySeat((hand) => hand.length);
    try {
      const owed = move();
      this.victim = (owed && this.seats.find((seat) => this.player(seat).hand.length > before[seat])) || null;
    } catch (error) {
      if (error.constructor !== Error) throw error;
      return false;
    }
    return true;
  }

  // Returns whether somebody may have been given cards that the rule set lets him take or challenge.
  play(token, colour) {
    const card = this.game.currentPlayer.hand.find((held) => toToken(held) === token) ?? toCard(token);
    if (isBlack(token)) card.color = COLOURS[colour];
    try {
      this.game.play(card);
    } catch (error) {
      if (isBlack(token)) card.color = undefined; // a refused act leaves no trace
      throw error;
    }
    return token === "W4";
  }

  draw() {
    this.game.draw();
    const drawn = this.game.currentPlayer.hand.at(-1);
    if (!drawn.matches(this.game.discardedCard)) this.game.pass(); // it does not fit, says the engine
  }

  observe() {
    const { game, end } = this;
    const score = Object.fromEntries(this.seats.map((seat) => [seat, seat === end?.winner.name ? end.score : 0]));
    const state = {
      turn: game.currentPlayer.name, direction: game.playingDirection === 1 ? 1 : -1,
      top: toToken(game.discardedCard), active_colour: keyOf(COLOURS, game.discardedCard.color),
      hands: this.bySeat((hand) => hand.map(toToken).sort()), hand_sizes: this.bySeat((hand) => hand.length),
      draw_pile: game.deck.length, over: end !== null, winner: end?.winner.name ?? null, score };
    return { state, end: end && { winner: state.winner, score } };
  }
}

const hello = () => ({
  protocol: 1, setup: "state", limits: { seats: [2, 10] },
  impl: { name: "uno-engine", version: load("uno-engine/package.json").version, language: "JavaScript",
    source: "https://github.com/danguilherme/uno" },
  claims: [{ ruleset: "uno/2008", patches: [], options: {} }],
  lacks: ["challenge", "choose_separately", "deal", "dealer_draw", "empty_piles", "opening"],
  observes: ["ok", ...STATE.map((name) => `state.${name}`), "end.winner", "end.score"] });

function answer({ cmd, setup, acts }) {
  if (cmd === "hello") return hello();
  try {
    const table = new Table(setup);
    return { steps: acts.map((act) => table.act(act)) };
  } catch (error) {
    if (error instanceof Unsupported) return { skip: { reason: "unsupported", detail: error.message } };
    return { error: { message: String(error), traceback: error.stack } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "bye") break;
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
}
