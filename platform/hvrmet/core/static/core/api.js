// Sends what is filled in below an operation of the page of the API, and shows the answer.
// The key stays in this page: it is written nowhere.
"use strict";

const SAFE = new Set(["GET", "HEAD"]);
const LONGEST = 100000;

/** What a field holds; of one that may be repeated each line. */
function valuesOf(field) {
  const lines = "many" in field.dataset ? field.value.split("\n") : [field.value];
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The address of an operation with what its fields hold. */
function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path") {
      path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    } else if (field.dataset.in === "query") {
      for (const value of valuesOf(field)) query.append(field.name, value);
    }
  }
  return query.size ? `${path}?${query}` : path;
}

/** The headers of a request: the key or, for a person who is signed in, the token of the session. */
async function headersOf(form, key) {
  const headers = {};
  for (const field of form.querySelectorAll("[data-in=header]")) {
    if (field.value !== "") headers[field.name] = field.value;
  }
  if (key !== "") {
    headers.Authorization = `Bearer ${key}`;
  } else if (!SAFE.has(form.dataset.method)) {
    const session = await (await fetch("/api/v1/session/")).json();
    headers["X-CSRFToken"] = session.csrf_token;
  }
  return headers;
}

async function send(form, key) {
  const request = { method: form.dataset.method, headers: await headersOf(form, key) };
  const body = form.querySelector("textarea[data-body]");
  if (body !== null && body.value.trim() !== "") {
    request.body = body.value;
    request.headers["Content-Type"] = "application/json";
  }
  // A key speaks for itself: without it the session of the browser does.
  request.credentials = key === "" ? "same-origin" : "omit";
  const began = performance.now();
  const reply = await fetch(addressOf(form), request);
  const bytes = await reply.blob();
  const status = `${reply.status} ${reply.statusText}`.trim();
  return { bytes, said: `${status}, ${bytes.size} B, ${Math.round(performance.now() - began)} ms` };
}

async function show(place, { bytes, said }) {
  const line = document.createElement("p");
  line.textContent = said;
  if (bytes.type.startsWith("image/") && !bytes.type.includes("svg")) {
    const picture = document.createElement("img");
    picture.alt = "";
    picture.src = URL.createObjectURL(bytes);
    place.replaceChildren(line, picture);
    return;
  }
  let text = await bytes.slice(0, LONGEST).text();
  if (bytes.type.includes("json") && bytes.size <= LONGEST) {
    text = JSON.stringify(JSON.parse(text), null, 2);
  }
  const shown = document.createElement("pre");
  shown.textContent = text;
  place.replaceChildren(line, ...(text === "" ? [] : [shown]));
}

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const place = form.querySelector("output");
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      await show(place, await send(form, document.querySelector("#key").value.trim()));
    } catch (error) {
      place.textContent = String(error);
    } finally {
      button.disabled = false;
    }
  });
}
for (const part of document.querySelectorAll("[data-live]")) part.hidden = false;
