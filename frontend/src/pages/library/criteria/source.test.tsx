import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { PresetNumberInfo } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { type FormDraft, FormDraftProvider } from "../item/draft";
import { CriteriaNumber } from "./Number";
import { type NumberChange, type Writing, WritingProvider } from "./writing";

const catalogue = new Catalogue(
  "en",
  ...["", "library.", "criteria."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);
const NUMBER: PresetNumberInfo = {
  ...{ path: "criteria.gale.min_hours.value", value: 2, unit: "h", least: 1, greatest: 48 },
  ...{ whole: false, label: "D", source: "asked of hourly data only", names: { en: "hours" } },
  source_path: "criteria.gale.min_hours.source",
};
const changed = (value: unknown): NumberChange => ({
  ...{ value, given: "", by: "person:li", at: "2026-07-05T05:00:00Z", mark: null },
});
const save = vi.fn<FormDraft["save"]>();
const drop = vi.fn<FormDraft["drop"]>();

beforeEach(() => {
  save.mockClear();
  drop.mockClear();
  vi.stubGlobal("fetch", async () => Response.json({ results: [], tools: [] }));
});

async function show(
  changes: Record<string, NumberChange>,
  { isOpen = true, number = NUMBER }: { isOpen?: boolean; number?: PresetNumberInfo } = {},
) {
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs: [], grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z" },
  };
  const draft = {
    ...{ given: new Map(), markUnsent: () => {}, noticeOf: () => null, problems: [], save, drop },
  } as unknown as FormDraft;
  const writing: Writing = {
    ...{ isOpen, isOfCentre: false, changeAt: (path) => changes[path], problems: [] },
  };
  await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={createQueryClient()}>
            <CentreProvider centre="alpha">
              <FormDraftProvider value={draft}>
                <WritingProvider value={writing}>
                  <CriteriaNumber number={number} isSourceShown />
                </WritingProvider>
              </FormDraftProvider>
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
}

const source = () => screen.findByRole("textbox", { name: "Where it is from: hours" });

it("asks where another number is from, and does not take the source of the one before", async () => {
  await show({ [NUMBER.path]: changed(3) });
  const input = await source();
  expect((input as HTMLInputElement).value).toBe("");
  await userEvent.type(input, "Record 1961 to 2020");
  await userEvent.tab();
  expect(save).toHaveBeenLastCalledWith(NUMBER.source_path, "Record 1961 to 2020");
});

it("corrects the source of a number that stays as it is", async () => {
  await show({});
  await userEvent.click(screen.getByRole("button", { name: "Correct where it is from" }));
  const input = await source();
  expect((input as HTMLInputElement).value).toBe("asked of hourly data only");
  await userEvent.clear(input);
  await userEvent.tab();
  expect(save).toHaveBeenLastCalledWith(NUMBER.source_path, "");
});

it("takes back what was said of the source alone", async () => {
  await show({ [NUMBER.source_path]: changed("a record") });
  expect(((await source()) as HTMLInputElement).value).toBe("a record");
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(drop).toHaveBeenCalledExactlyOnceWith(NUMBER.source_path);
});

it("tells readers what source is proposed", async () => {
  await show({ [NUMBER.source_path]: changed("a record") }, { isOpen: false });
  expect(screen.getByText("from: a record")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("offers no source where none can be given", async () => {
  await show({}, { number: { ...NUMBER, source: "", source_path: "" } });
  expect(screen.queryByRole("button", { name: /where it is from/ })).toBeNull();
});
