import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { FieldInfo } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { Decide } from "./Decide";
import type { Word } from "./decisions";

const catalogue = new Catalogue(
  "en",
  ...["", "components.", "library.", "proposal."].map((part) =>
    readFileSync(`messages/${part}en.ftl`, "utf8"),
  ),
);
const WIND = {
  ...{ name: "wind", kind: "index", title_en: "Wind", title_zh: "风", unit: "m/s" },
  reductions: [
    { name: "max", unit: "m/s" },
    { name: "mean", unit: "m/s" },
  ],
};
const ENTRY = {
  ...{ id: "g", factor: "wind", modality: "index", event_types: ["gale"], weight: 3 },
  expected: { kind: "index", reduction: "max", unit: "m/s" },
};
const ANSWERS: Record<string, unknown> = {
  "/catalog/": { tools: [WIND] },
  "/library/entries/g/": { entry: ENTRY, revision: 1, changed_by: "person:li" },
};
const field = (path: string, value: unknown, more: Partial<FieldInfo> = {}) =>
  ({
    ...{ id: "f", kind: "entry", item: "g", path, value, was: null, unit: "", revision: 1 },
    ...more,
  }) as FieldInfo;

/** Shows the form of a correction, and returns what is decided in it. */
async function correcting(of: FieldInfo) {
  const answered = (url: string) =>
    Object.entries(ANSWERS).find(([path]) => url.includes(path))?.[1] ?? { results: [] };
  vi.stubGlobal("fetch", async (request: Request) => Response.json(answered(request.url)));
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs: [], grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z" },
  };
  const decided = vi.fn<(word: Word) => void>();
  const started: Word = { verdict: "correct", reason: "as seen", value: of.value, unit: "" };
  await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={createQueryClient()}>
            <CentreProvider centre="alpha">
              <Decide
                field={of}
                word={undefined}
                started={started}
                isBegun
                changes={[of]}
                onBegin={() => {}}
                onWrite={() => {}}
                onDecide={decided}
                onUndo={() => {}}
              />
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  return decided;
}

const send = () => userEvent.click(screen.getByRole("button", { name: "Correct" }));

const box = (name: string | RegExp = "Correct value") => screen.findByRole("textbox", { name });
async function typed(text: string, name?: string | RegExp) {
  const input = await box(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

it.each<[string, FieldInfo, () => Promise<unknown>, unknown]>([
  ["a number", field("weight", 4), () => typed("2"), 2],
  ["a text", field("finding", "one"), () => typed("two"), "two"],
  [
    "the source of a number of criteria",
    field("criteria.gale.min_hours.source", "one", { kind: "preset", item: "cma" }),
    () => typed("two"),
    "two",
  ],
  ["lines", field("tags", ["one"]), () => typed("one{enter}two"), ["one", "two"]],
  [
    "a choice",
    field("where.place", "at"),
    async () => {
      await userEvent.click(await screen.findByRole("button", { name: /Correct value/ }));
      await userEvent.click(await screen.findByRole("option", { name: "around the event" }));
    },
    "around",
  ],
  ["hours", field("where.lag_hours", [-6, 0]), () => typed("-12", "From"), [-12, 0]],
  [
    "months",
    field("conditions_machine.months_nh", [6]),
    async () => userEvent.click(await screen.findByRole("button", { name: "Jul" })),
    [6, 7],
  ],
  [
    "types of event",
    field("event_types", ["gale"]),
    async () => userEvent.click(await screen.findByRole("checkbox", { name: "Cold wave" })),
    ["gale", "cold_wave"],
  ],
  [
    "rows",
    field("citations", ["li2026", "wang2025"]),
    async () => {
      await screen.findByText("li2026");
      await userEvent.click(screen.getAllByRole("button", { name: "Remove" })[0] as Element);
    },
    ["wang2025"],
  ],
])("takes %s in the control of the form", async (_, of, use, value) => {
  const decided = await correcting(of);
  await use();
  await send();
  expect(decided.mock.calls[0]?.[0]).toMatchObject({ value, unit: "", reason: "as seen" });
});

it("takes a limit in another unit, also where Enter sends it", async () => {
  const decided = await correcting(field("expected.absolute.value", 17.2, { unit: "m/s" }));
  await typed("62 km/h{enter}", /^Correct value/);
  expect(decided.mock.calls[0]?.[0]).toMatchObject({ value: 62, unit: "km/h" });
});

it.each(["two", "4"])("does not take %s, which is no other number", async (text) => {
  const decided = await correcting(field("weight", 4));
  await typed(text);
  await send();
  expect(decided).not.toHaveBeenCalled();
});
