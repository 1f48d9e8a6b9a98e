import { useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, data } from "@/api/client";
import { diagnosis, queryClient } from "@/api/queries";
import { session } from "@/api/session";
import { showIn } from "@/texts";

/** A page that shows what it has read, and of which centre. */
vi.mock("@/pages/situation", () => ({
  default: () => {
    const sources = useQuery({
      queryKey: ["sources", "of the page"],
      queryFn: () => data(api.GET("/api/v1/sources/")),
      staleTime: Number.POSITIVE_INFINITY,
    });
    return <h1>{sources.data?.results.map((one) => one.name).join() ?? "nothing yet"}</h1>;
  },
}));
vi.mock("@/pages/diagnosis", () => ({ default: () => <h1>a diagnosis</h1> }));
const { App } = await import("./App");

class FakeSocket {
  static made: FakeSocket[] = [];
  closed = false;
  url: URL;
  constructor(url: URL) {
    this.url = url;
    FakeSocket.made.push(this);
  }
  close() {
    this.closed = true;
  }
}

const CENTRES = ["beijing", "shanghai"];
const centre = (slug: string, active: string) => ({
  ...{ id: `id-${slug}`, slug, name: slug, home: slug === "beijing", active: slug === active },
  roles: ["viewer"],
});
const person = (active: string) => ({
  ...{ id: "p", name: "Li", language: "en", tenant: `id-${active}`, verbs: ["diagnosis.view"] },
  tenants: CENTRES.map((slug) => centre(slug, active)),
});

/** The platform as far as a centre decides what it answers; `held` keeps an answer back. */
let held: Promise<void> = Promise.resolve();
const asked = vi.fn(async (sent: Request) => {
  const active = sent.headers.get("X-HVRMET-Tenant") ?? "beijing";
  const { pathname } = new URL(sent.url);
  const reply = (body: object) => new Response(JSON.stringify(body));
  if (pathname.endsWith("/session/")) return reply({ signed_in: true, csrf_token: "token" });
  if (pathname.endsWith("/me/")) return reply(person(active));
  if (active === "beijing") await held;
  if (pathname.endsWith("/queue/")) return reply({ waiting: 0, running: 0, workers_busy: 0 });
  return reply({ results: [{ name: `${active}-data`, health: "ready", newest_time: null }] });
});

const sockets = (slug: string) =>
  FakeSocket.made.filter((one) => (one.url.searchParams.get("tenant") ?? "beijing") === slug);
const choose = async (slug: string) => {
  await userEvent.click(screen.getByRole("button", { name: /^Li/ }));
  await userEvent.click(screen.getByRole("menuitemradio", { name: slug }));
};

beforeEach(async () => {
  await showIn("en");
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("matchMedia", () => ({
    ...{ matches: false, addEventListener: () => {}, removeEventListener: () => {} },
  }));
  asked.mockClear();
  FakeSocket.made = [];
  queryClient.clear();
  held = Promise.resolve();
  session.chooseTenant(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.chooseTenant(null);
});

it("a switch of the centre drops what was read in the first, and closes its sockets", async () => {
  render(<App />);
  expect(await screen.findByRole("heading", { name: "beijing-data" })).toBeVisible();
  await waitFor(() => expect(sockets("beijing")).toHaveLength(1));
  // What no page shows at the moment is kept for a while: of the first centre it must not be.
  queryClient.setQueryData(diagnosis("j").queryKey, { id: "j" } as never);
  asked.mockClear();
  await choose("shanghai");
  expect(await screen.findByRole("heading", { name: "shanghai-data" })).toBeVisible();
  expect(queryClient.getQueryData(diagnosis("j").queryKey)).toBeUndefined();
  expect(
    JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map((one) => one.state.data),
    ),
  ).toMatch(/^(?!.*beijing-data)/);
  for (const [sent] of asked.mock.calls)
    expect(sent.headers.get("X-HVRMET-Tenant")).toBe("shanghai");
  expect(sockets("beijing").map((one) => one.closed)).toEqual([true]);
  await waitFor(() => expect(sockets("shanghai").map((one) => one.closed)).toEqual([false]));
});

it("an answer of the first centre that comes late is not shown in the second", async () => {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  render(<App />);
  expect(await screen.findByRole("heading", { name: "nothing yet" })).toBeVisible();
  await choose("shanghai");
  release();
  expect(await screen.findByRole("heading", { name: "shanghai-data" })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("shanghai-data");
});
