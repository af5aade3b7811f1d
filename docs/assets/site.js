// What the theme leaves out: a name for the search dialog, the keyboard for boxes that scroll, and what is closed.
(function () {
  "use strict";
  function name() {
    const dialog = document.querySelector(".md-search[role=dialog]");
    const input = document.querySelector(".md-search__input");
    if (dialog && input) dialog.setAttribute("aria-label", input.getAttribute("aria-label") || "Search");
  }
  function scrollable() {
    document.querySelectorAll(".table-box, .md-typeset__scrollwrap, .md-typeset pre > code").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  }
  function open() {
    // A link to something closed opens it; a case is named by its heading, or by a link before it.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const closed = target.closest("details:not([open])");
    const box = target.closest(".case") || (target.matches(".case-title") && target.nextElementSibling);
    const play = box && box.querySelector("details.play");
    if (closed) closed.open = true;
    if (play) play.open = true;
    if (closed || play) target.scrollIntoView();
  }
  function openAll() {
    const place = document.querySelector(".open-all");
    const plays = document.querySelectorAll("details.play");
    if (!place || plays.length < 2) return;
    const button = place.appendChild(document.createElement("button"));
    let all = [...plays].every((one) => one.open);
    const say = () => { button.textContent = all ? place.dataset.close : place.dataset.open; };
    button.type = "button";
    button.addEventListener("click", () => {
      all = !all;
      plays.forEach((one) => { one.open = all; });
      say();
    });
    say();
  }
  function start() { name(); scrollable(); openAll(); open(); }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  addEventListener("load", () => setTimeout(scrollable, 200)); // the theme moves code blocks after loading
  addEventListener("resize", scrollable);
  addEventListener("hashchange", open);
})();
