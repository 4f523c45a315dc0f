// What makes the pages quicker to use. Every page works without this file.
"use strict";

const KEYS_OFF = "rebost-keys-off";

// --- A form with data-live="ID" puts its answer into the element of that id, and the address bar, without a new page;
// with data-typing also while one types, which takes no step of its own in the browser's history. Parts with data-told
// are told by a screen reader.

const page = () => location.pathname + location.search;
let shown = page();
let latest = new AbortController();

async function answer(form, button) {
  const place = document.getElementById(form.dataset.live);
  const fields = new URLSearchParams(new FormData(form, button));
  const asks = form.getAttribute("method") === "get"; // form.method is a field of that name
  const address = asks ? `${form.action.split("?")[0]}?${fields}` : form.action;
  latest.abort(); // an answer that comes late must not take the place of a newer one
  const { signal } = (latest = new AbortController());
  place.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, asks ? { signal } : { method: "POST", body: fields });
    const loaded = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = loaded.getElementById(place.id);
    if (signal.aborted) return;
    if (!found) throw new Error("another page");
    if (asks) history["typing" in form.dataset ? "replaceState" : "pushState"](null, "", address);
    document.title = loaded.title;
    const focused = document.activeElement?.id;
    const open = new Set([...place.querySelectorAll(".piece:has(> .body > details[open])")].map((piece) => piece.id));
    place.replaceChildren(...found.childNodes);
    if (!asks) {
      for (const piece of place.querySelectorAll(".piece")) {
        piece.querySelector("details")?.toggleAttribute("open", open.has(piece.id));
      }
    }
    const told = [...place.querySelectorAll("[data-told]")].map((part) => part.textContent);
    document.getElementById("told").textContent = asks ? told.join(" ") : "";
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    shown = page();
    for (const back of document.querySelectorAll(".foot input[name=back]")) back.value = shown;
  } catch {
    if (signal.aborted) return;
    if (asks) return location.assign(address); // the page itself says what is wrong
    delete form.dataset.live;
    form.requestSubmit(button);
  } finally {
    if (!signal.aborted) place.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.live) return;
  event.preventDefault();
  answer(event.target, event.submitter);
});
for (const field of document.querySelectorAll("form[data-live] :is(select, input[type=number])")) {
  field.addEventListener("change", () => {
    if (field.form.elements.question?.value.trim()) field.form.requestSubmit();
  });
}
for (const form of document.querySelectorAll("form[data-typing]")) {
  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => form.requestSubmit(), 250);
  });
}
window.addEventListener("popstate", () => {
  if (page() !== shown) location.reload(); // and not for a step within the page
});

// --- A form with data-most="BYTES" says that its files are too large before they are sent.

for (const form of document.querySelectorAll("form[data-most]")) {
  const chosen = [...form.querySelectorAll("input[type=file]")];
  form.addEventListener("change", () => {
    const bytes = chosen.flatMap((input) => [...input.files]).reduce((sum, file) => sum + file.size, 0);
    chosen[0].setCustomValidity(bytes > form.dataset.most ? form.dataset.tooLarge : "");
    chosen[0].reportValidity();
  });
}

// --- Keys -------------------------------------------------------------------------------------------------------

const help = document.getElementById("keys");
const switchOff = document.getElementById("keys-on");

function keysAreOn() {
  return localStorage.getItem(KEYS_OFF) === null;
}

function move(step) {
  const pieces = [...document.querySelectorAll(".piece")].filter((piece) => piece.checkVisibility());
  if (!pieces.length) return;
  const here = pieces.indexOf(document.activeElement?.closest(".piece"));
  const next = pieces[Math.min(Math.max(here + step, 0), pieces.length - 1)];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

const KEYS = {
  "/": () => {
    const field = document.querySelector("[data-key='/']");
    field?.focus();
    field?.select();
  },
  "j": () => move(1),
  "k": () => move(-1),
  "o": () => {
    const piece = document.activeElement?.closest(".piece");
    const details = piece?.querySelector("details");
    if (details) details.open = !details.open;
    else piece?.querySelector(".text a")?.click();
  },
  "?": () => help?.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help?.open) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const onPiece = event.target.classList.contains("piece");
  const key = onPiece ? { ArrowDown: "j", ArrowUp: "k", Enter: "o" }[event.key] ?? event.key : event.key;
  if (!(key in KEYS) || !(keysAreOn() || event.key === "?")) return;
  event.preventDefault();
  KEYS[key]();
});

if (switchOff) {
  switchOff.checked = keysAreOn();
  switchOff.addEventListener("change", () => {
    if (switchOff.checked) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "1");
  });
}
const helpButton = document.getElementById("keys-button");
if (helpButton) {
  helpButton.hidden = false;
  helpButton.addEventListener("click", () => help.showModal());
}
