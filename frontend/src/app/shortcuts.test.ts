import { afterEach, describe, expect, it } from "vitest";
import { ShortcutReader } from "./shortcuts";

const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key, ...more });

afterEach(() => {
  document.body.innerHTML = "";
});

describe("keys", () => {
  it("mean more after another one, for a second", () => {
    const reader = new ShortcutReader();
    expect(reader.names(press("g"), 0)).toEqual(["g"]);
    expect(reader.names(press("D"), 400)).toEqual(["g d", "d"]);
    expect(reader.names(press("g"), 2000)).toEqual(["g"]);
    expect(reader.names(press("d"), 3001)).toEqual(["d"]);
  });

  it("with the control or command key stand alone, also while somebody types", () => {
    const field = document.body.appendChild(document.createElement("input"));
    const reader = new ShortcutReader();
    const pressed = press("k", { ctrlKey: true });
    field.dispatchEvent(pressed);
    expect(reader.names(pressed, 0)).toEqual(["mod+k"]);
    expect(reader.names(press("K", { metaKey: true }), 0)).toEqual(["mod+k"]);
  });

  it("are letters while somebody types, and belong to a dialog while one is open", () => {
    const field = document.body.appendChild(document.createElement("textarea"));
    const typed = press("g");
    field.dispatchEvent(typed);
    expect(new ShortcutReader().names(typed, 0)).toEqual([]);
    document.body.innerHTML = "<div role='dialog'></div>";
    expect(new ShortcutReader().names(press("g"), 0)).toEqual([]);
  });
});
