import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import type { Verb } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { SHOWN } from "../../scripts/science.ts";
import { sectionsOf } from "../../scripts/texts.ts";
import { AppProvider } from "./context";
import { createPages } from "./router";

const catalogue = new Catalogue(
  "en",
  readFileSync("messages/en.ftl", "utf8"),
  sectionsOf(readFileSync("../diagnostics/messages/en.ftl", "utf8"), SHOWN),
);
const verbs: Verb[] = ["diagnosis.view", "report.view"];
const start = {
  person: "fan",
  centres: [
    { slug: "alpha", name: "Alpha", home: true, verbs, grants: [], own_boundaries: false },
    { slug: "beta", name: "Beta", home: false, verbs, grants: [], own_boundaries: false },
  ],
  active: "alpha",
  csrf: "token",
  language: "en" as const,
  operator: false,
  mode: "operational" as const,
  build: "a",
  now: "2026-07-05T06:00:00Z",
};

/** A page of diagnoses of which each is of a source that names its centre. */
const diagnosesOf = (centre: string) => ({
  next: null,
  previous: null,
  results: [
    {
      id: `of-${centre}`,
      status: "failed",
      source: `data of ${centre}`,
      created_at: "2026-07-05T06:00:00Z",
      requested_by: "person:fan",
      request: { region: [110, 27, 126, 35], window: null },
      state: { status: "failed", failure: { code: "x", message: `why in ${centre}` } },
    },
  ],
});

let asked: (string | null)[] = [];
let answer: (centre: string) => void = () => undefined;

/** Opens the application at an address; each request for diagnoses waits until `answer` is called. */
function open(address: string) {
  window.history.replaceState(null, "", address);
  const pages = createPages();
  render(
    <TextProvider first={catalogue}>
      <AppProvider start={start} session={new Session("fan", "token")}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={pages} />
        </QueryClientProvider>
      </AppProvider>
    </TextProvider>,
  );
  return pages;
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal(
    "WebSocket",
    class {
      close() {}
    },
  );
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => {
      if (!request.url.includes("/diagnoses/")) {
        return new Response(JSON.stringify({ results: [] }), {
          headers: { "Content-Type": "application/json" },
        });
      }
      asked.push(request.headers.get("X-HVRMET-Tenant"));
      const centre = await new Promise<string>((done) => {
        answer = done;
      });
      return new Response(JSON.stringify(diagnosesOf(centre)), {
        headers: { "Content-Type": "application/json" },
      });
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

it("asks in the centre of the address, and shows nothing of one centre under another's name", async () => {
  const pages = open("/c/alpha/diagnoses");
  await screen.findByRole("status", { name: "Loading" });
  answer("alpha");
  expect(await screen.findByText("data of alpha")).toBeTruthy();

  await pages.navigate({ to: "/c/$centre/diagnoses", params: { centre: "beta" } });
  await screen.findByRole("status", { name: "Loading" });
  expect(screen.queryByText("data of alpha")).toBeNull();
  expect(screen.queryByText("why in alpha")).toBeNull();
  answer("beta");
  expect(await screen.findByText("data of beta")).toBeTruthy();
  expect(document.title).toBe("Diagnoses · Beta · HVR-Met");
  expect(asked).toEqual(["alpha", "beta"]);

  await pages.navigate({ to: "/c/$centre/diagnoses", params: { centre: "alpha" } });
  expect(await screen.findByText("data of alpha")).toBeTruthy();
  expect(screen.queryByText("data of beta")).toBeNull();
});

it("asks nothing in a centre that is not the person's, whether it exists or not", async () => {
  open("/c/gamma/diagnoses");
  expect(await screen.findByText("You are not a member of this centre")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Beta" }).getAttribute("href")).toBe("/c/beta/");
  expect(fetch).not.toHaveBeenCalled();
});
