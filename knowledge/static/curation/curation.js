"use strict";
// Keyboard work, the live preview, and choices of many rows. Every page works without this script.

const rows = [...document.querySelectorAll("[data-row]")];
let here = -1;
let awaited = false;

function typing(target) {
  return target.closest("input:not([type=checkbox]), textarea, select, dialog[open]") !== null;
}

function move(step) {
  if (rows.length === 0) return;
  rows[here]?.classList.remove("here");
  here = Math.min(rows.length - 1, Math.max(0, here + step));
  rows[here].classList.add("here");
  rows[here].scrollIntoView({ block: "nearest" });
}

function count() {
  const shown = document.querySelector("[data-chosen]");
  if (shown) shown.textContent = document.querySelectorAll("[name=entry]:checked").length;
}

const acts = {
  j: () => move(1),
  k: () => move(-1),
  Enter: () => here >= 0 && location.assign(rows[here].dataset.href),
  x: () => rows[here]?.querySelector("[type=checkbox]")?.click(),
  "/": () => document.querySelector("[data-search]")?.focus(),
  s: () => document.querySelector("[data-save]")?.click(),
  n: () => document.querySelector("[data-next]")?.click(),
  "?": () => document.getElementById("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && typing(event.target)) event.target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === "Enter" && event.target.closest("a, button")) return;
  if (awaited) {
    awaited = false;
    document.querySelector(`nav [data-key="${CSS.escape(event.key)}"]`)?.click();
    return;
  }
  if (event.key === "g") {
    awaited = true;
    return;
  }
  const act = acts[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

document.querySelector("[data-all]")?.addEventListener("change", (event) => {
  for (const box of document.querySelectorAll("[name=entry]")) box.checked = event.target.checked;
  count();
});
document.addEventListener("change", (event) => {
  if (event.target.name === "entry") count();
  if (event.target.matches("[data-retool]")) {
    document.querySelector("[data-retool-button]")?.click();
  }
});

const form = document.getElementById("entry-form");
let waiting;
let asked = 0;

async function show() {
  const number = ++asked;
  const reply = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
  if (!reply.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.getElementById("preview");
  if (!fresh) return;
  document.getElementById("preview").replaceWith(fresh);
  const wrong = [...fresh.querySelectorAll("[data-at]")];
  for (const field of form.querySelectorAll("[data-path]")) {
    const path = field.dataset.path;
    const found = wrong.find(({ dataset: { at } }) => path === at || path.startsWith(`${at}.`));
    field.classList.toggle("wrong", found !== undefined);
    field.querySelector(".problem").textContent = found?.querySelector("span").textContent ?? "";
    field.querySelector("input, select, textarea")?.toggleAttribute("aria-invalid", Boolean(found));
  }
}

if (form) {
  let changed = false;
  form.addEventListener("input", () => {
    changed = true;
    clearTimeout(waiting);
    waiting = setTimeout(show, 400);
  });
  form.addEventListener("submit", () => (changed = false));
  addEventListener("beforeunload", (event) => changed && event.preventDefault());
  form.addEventListener("focusin", (event) => {
    const path = event.target.closest("[data-path]")?.dataset.path;
    const chosen = document.querySelector("[data-comment-field]");
    if (path && chosen) chosen.value = path;
  });
}

const themeButton = document.querySelector("[data-theme-button]");
if (themeButton) {
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === "light" ? "dark" : "light";
    localStorage.setItem("hvrmet.theme", dataset.theme);
  });
}

function refresh() {
  const writing = [...document.querySelectorAll("textarea")].some((one) => one.value !== "");
  if (writing) setTimeout(refresh, 5000);
  else location.reload();
}

if (document.querySelector("[data-refresh]")) setTimeout(refresh, 5000);
