import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { RunFactor, RunView } from "@/generated/schema";
import type { Start } from "@/start";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import type { Order } from "./model";
import OrderDialog from "./Steering";

const catalogue = new Catalogue(
  "en",
  readFileSync("messages/en.ftl", "utf8"),
  readFileSync("messages/run.en.ftl", "utf8"),
);
const start = { person: "li", centres: [] } as unknown as Start;
const cape = { entry_id: "g_cape", name: "CAPE", stand: "proposed" } as RunFactor;
const running = {
  ...{ id: "1", status: "running", conclusion: null, cancel_requested: false },
  ...{ factors: [cape], offered: [] },
} as unknown as RunView;

function dialog(order: Order) {
  const written = (run: RunView) => (
    <QueryClientProvider client={createQueryClient()}>
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("li", "token")}>
          <CentreProvider centre="demo">
            <OrderDialog run={run} order={order} onClose={() => undefined} />
          </CentreProvider>
        </AppProvider>
      </TextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(written(running));
  return (changes: Partial<RunView>) => rerender(written({ ...running, ...changes }));
}

const CLOSED: [string, Order, Partial<RunView>, RegExp][] = [
  ["the run ends", { act: "conclude" }, { status: "finished" }, /has ended.*Run it again/],
  ["the run fails", { act: "veto", factor: "g_cape" }, { status: "failed" }, /has ended/],
  ["it is put on hold", { act: "conclude" }, { status: "parked" }, /is on hold/],
  [
    "it concludes",
    { act: "ask", factor: "g_cape" },
    { conclusion: {} as RunView["conclusion"] },
    /has concluded/,
  ],
  [
    "the factor is tested",
    { act: "ask", factor: "g_cape" },
    { factors: [{ ...cape, stand: "confirmed" }] },
    /has been tested/,
  ],
  [
    "the factor is set aside",
    { act: "veto", factor: "g_cape" },
    { factors: [{ ...cape, stand: "set_aside" }] },
    /set aside meanwhile/,
  ],
  ["it is stopped", { act: "stop" }, { cancel_requested: true }, /being stopped already/],
];

it.each(CLOSED)("when %s, an open order says so and keeps what was typed", async (...given) => {
  const [, order, changes, says] = given;
  const change = dialog(order);
  const reason = screen.getByLabelText<HTMLInputElement>("Reason");
  await userEvent.type(reason, "the radar shows more");
  const [act] = screen.getAllByRole<HTMLButtonElement>("button").filter((one) => {
    return one.getAttribute("type") === "submit";
  });
  expect(act?.disabled).toBe(false);
  change(changes);
  expect(screen.getByRole("status").textContent).toMatch(says);
  expect(screen.getByRole("status").textContent).toMatch(/copied/);
  expect(act?.disabled).toBe(true);
  expect(reason.value).toBe("the radar shows more");
});
