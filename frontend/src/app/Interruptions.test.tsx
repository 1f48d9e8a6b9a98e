import { readFileSync } from "node:fs";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Interruption } from "@/api/session";
import { Session } from "@/api/session";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { AppProvider } from "./context";
import Interruptions from "./Interruptions";

const catalogue = new Catalogue("en", readFileSync("messages/en.ftl", "utf8"));
const start = {
  person: "fan",
  centres: [],
  active: null,
  csrf: "token",
  language: "en" as const,
  operator: false,
  mode: "operational" as const,
  build: "a",
  now: "2026-07-05T06:00:00Z",
};

/** Shows an interruption; `answers` are given to what its form sends, in order. */
async function show(interruption: Interruption, ...answers: Response[]) {
  const session = new Session("fan", "token");
  const sent: unknown[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request) => {
      sent.push(await request.json());
      return answers.shift() ?? Response.error();
    }),
  );
  const went = session.interrupt(interruption);
  await act(async () => {
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={session}>
          <Suspense>
            <Interruptions interruption={interruption} />
          </Suspense>
        </AppProvider>
      </TextProvider>,
    );
  });
  // Its texts are loaded on their own, and may come later.
  await screen.findByRole("dialog");
  return { session, sent, went };
}

const refused = (code: string) =>
  new Response(JSON.stringify({ status: 401, code, detail: "the name or the password is wrong" }), {
    status: 401,
  });
const signedIn = () =>
  new Response(JSON.stringify({ signed_in: true, person: "fan", csrf_token: "new" }), {
    headers: { "Content-Type": "application/json" },
  });

afterEach(() => vi.unstubAllGlobals());

it("signs in again as the same person, asks for a code where one is needed, and goes on", async () => {
  const { session, sent, went } = await show(
    { kind: "signed_out" },
    refused("authentication_failed"),
    refused("second_factor_required"),
    signedIn(),
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Password"), "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("status")).toHaveProperty(
    "textContent",
    expect.stringContaining("the password is wrong"),
  );
  expect(screen.queryByLabelText("Code")).toBeNull();
  await user.clear(screen.getByLabelText("Password"));
  await user.type(screen.getByLabelText("Password"), "right");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Code"), "123456");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await went;
  expect(sent).toEqual([
    { username: "fan", password: "wrong", code: null, tenant: null },
    { username: "fan", password: "right", code: null, tenant: null },
    { username: "fan", password: "right", code: "123456", tenant: null },
  ]);
  expect(session.csrf).toBe("new");
});

it("confirms with the password or a code, as one chooses", async () => {
  const { sent, went } = await show({ kind: "confirm", ways: ["password", "code"] }, signedIn());
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Use a code" }));
  await user.type(screen.getByLabelText("Code"), "654321");
  await user.click(screen.getByRole("button", { name: "Confirm" }));
  await went;
  expect(sent).toEqual([{ code: "654321", password: null }]);
});

it("changes nothing when the confirmation is closed", async () => {
  const { went } = await show({ kind: "confirm", ways: ["password"] });
  const refusal = expect(went).rejects.toMatchObject({ code: "not_confirmed" });
  await userEvent.setup().click(screen.getByRole("button", { name: "Close" }));
  await refusal;
});

it("leads people of an organisation to its own sign-in", async () => {
  await show({ kind: "confirm", ways: ["provider"] });
  await waitFor(() => expect(screen.getByText(/sign in there again/)).toBeTruthy());
  expect(screen.queryByLabelText("Password")).toBeNull();
});
