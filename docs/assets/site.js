// What the theme leaves out: a name for the search dialog, and the keyboard for boxes that scroll.
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
    // A link to a rule inside something closed opens it.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const closed = target && target.closest("details:not([open])");
    if (closed) closed.open = true;
  }
  function start() { name(); scrollable(); open(); }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  addEventListener("load", () => setTimeout(scrollable, 200)); // the theme moves code blocks after loading
  addEventListener("resize", scrollable);
  addEventListener("hashchange", open);
})();
