import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { send } from "@/api/client";
import { queryClient } from "@/api/queries";
import { session } from "@/api/session";
import { showIn } from "@/texts";
import { ProblemNotice } from "./Feedback";

const asked = vi.fn<(sent: Request) => Promise<Response>>();
beforeEach(() => {
  asked.mockReset();
  queryClient.clear();
  vi.stubGlobal("fetch", asked);
  session.began = true;
});
afterEach(() => vi.unstubAllGlobals());

/** A form as the pages have it: what is typed is state, what is refused stands below. */
function Form() {
  const [reason, setReason] = useState("");
  const act = useMutation({
    mutationFn: () =>
      send(
        new Request("http://localhost/api/v1/diagnoses/", {
          method: "POST",
          body: JSON.stringify({ reason }),
        }),
      ),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        act.mutate();
      }}
    >
      <input aria-label="reason" value={reason} onChange={(e) => setReason(e.target.value)} />
      <button type="submit">send</button>
      {act.error && <ProblemNotice error={act.error} />}
    </form>
  );
}

async function submit(): Promise<string> {
  render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByLabelText("reason"), "what was typed");
  await userEvent.click(screen.getByRole("button", { name: "send" }));
  return (await screen.findByRole("alert").catch(() => screen.findByRole("status"))).textContent;
}

const SAID = { en: "Said by the platform: do this.", zh: "平台的说明：请这样做。" };
const WAIT = { en: "It can be tried again in 45 seconds.", zh: "45 秒后可重试。" };
const BUSY = { en: "busy at this moment: try again", zh: "平台此刻繁忙：请稍后重试" };
const LANGUAGES = ["en", "zh"] as const;

describe.each(LANGUAGES)("a refused act, in %s", (language) => {
  beforeEach(() => showIn(language));
  const refuse = (status: number, data: object = {}, headers: Record<string, string> = {}) =>
    asked.mockImplementation(async (sent) => {
      // The platform's words are in the language that the page asks for.
      const spoken = sent.headers.get("Accept-Language") as "en" | "zh";
      const body = { code: "some_code", detail: SAID[spoken], request_id: "r-1", data };
      return new Response(JSON.stringify(body), { status, headers });
    });

  it.each([409, 422, 429, 503])("of %i is said, and keeps what was typed", async (status) => {
    refuse(status);
    expect(await submit()).toContain(SAID[language]);
    expect(screen.getByLabelText("reason")).toHaveValue("what was typed");
    expect(asked).toHaveBeenCalledOnce();
  });

  it("of 422 says each field with its mistake", async () => {
    refuse(422, { errors: [{ at: "region.1", message: SAID[language] }] });
    await submit();
    expect(screen.getByText("region.1").parentElement).toHaveTextContent(SAID[language]);
  });

  it.each([429, 503])("of %i says how long to wait", async (status) => {
    refuse(status, {}, { "Retry-After": "45" });
    expect(await submit()).toContain(WAIT[language]);
  });

  it.each([429, 502, 503, 504])(
    "of %i without words, as of a proxy, says to try again",
    async (status) => {
      asked.mockResolvedValue(new Response("<html>", { status }));
      expect(await submit()).toContain(BUSY[language]);
      expect(screen.getByLabelText("reason")).toHaveValue("what was typed");
    },
  );

  it("of another status without words is not taken for a fault of the page", async () => {
    asked.mockResolvedValue(new Response("<html>", { status: 413 }));
    expect(await submit()).toMatch(/413.*(tell the operator|请告知运维人员)/);
  });

  it("that nothing answered says what to do", async () => {
    asked.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await submit()).toMatch(/try again in a minute|请稍后重试/);
    expect(screen.getByLabelText("reason")).toHaveValue("what was typed");
  });

  it("is sent again as it was typed", async () => {
    refuse(503);
    await submit();
    let body = {};
    asked.mockImplementation(async (sent) => {
      body = await sent.json();
      return new Response("{}", { status: 202 });
    });
    await userEvent.click(screen.getByRole("button", { name: "send" }));
    await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(body).toEqual({ reason: "what was typed" });
  });
});
