import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENT_SIGNS, EVENTS, eventRules } from "./events";

// Tests run in the folder of `package.json`.
const SOURCES = join(process.cwd(), "src");
const DOCUMENT = join(process.cwd(), "../docs/openapi.json");
const types: string[] = JSON.parse(readFileSync(DOCUMENT, "utf8")).components.schemas.EventType
  .enum;

describe("types of event", () => {
  it("are those of the API, each with a colour for both themes and a sign of its own", () => {
    expect([...EVENTS].sort()).toEqual([...types].sort());
    const rules = eventRules();
    for (const event of EVENTS) {
      const colours = [...rules.matchAll(new RegExp(`--${event}: (#[0-9a-f]{6});`, "g"))];
      expect(new Set(colours.map((match) => match[1])).size).toBe(2);
      expect(rules).toContain(`[data-event="${event}"] { --event-colour: var(--${event}); }`);
    }
    const signs = EVENTS.map((event) => JSON.stringify(EVENT_SIGNS[event]));
    expect(new Set(signs).size).toBe(EVENTS.length);
  });

  it("are named in one source only", () => {
    const named = new RegExp(`["']?\\b(?:${types.join("|")})\\b["']?(?=[\\],:)])`);
    const found = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.|\.d\.ts$/.test(name))
      .filter((name) => named.test(readFileSync(join(SOURCES, name), "utf8")));
    expect(found).toEqual([join("design", "events.tsx")]);
  });
});
