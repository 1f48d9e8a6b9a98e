import { afterEach, describe, expect, it, vi } from "vitest";
import { PATIENCE_MS } from "@/testing/patience";
import { createApi } from "./client";
import { Problem } from "./problems";
import { Session } from "./session";

const problem = (status: number, code: string, more: object = {}, headers: HeadersInit = {}) =>
  new Response(JSON.stringify({ status, code, ...more }), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
const fine = (body: object = {}) =>
  new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });

/** Answers in this order; what was asked is kept. */
function answering(...answers: (Response | Error)[]) {
  const asked: Request[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: Request | string) => {
      asked.push(
        request instanceof Request ? request : new Request(new URL(request, location.origin)),
      );
      const answer = answers.shift();
      if (!answer) throw new Error("nothing more was expected");
      if (answer instanceof Error) throw answer;
      return answer;
    }),
  );
  return asked;
}

const happens = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE_MS });
const noPause = () => Promise.resolve();
const setUp = () => {
  const session = new Session("fan", "token-1");
  return { session, api: createApi(session, "alpha", noPause) };
};

afterEach(() => vi.unstubAllGlobals());

describe("a request", () => {
  it("names its centre, and shows the token only where something changes", async () => {
    const asked = answering(fine(), fine());
    const { api } = setUp();
    await api.GET("/api/v1/me/");
    await api.POST("/api/v1/session/confirm/", { body: { password: "p", code: null } });
    expect(asked.map((one) => one.headers.get("X-HVRMET-Tenant"))).toEqual(["alpha", "alpha"]);
    expect(asked.map((one) => one.headers.get("X-CSRFToken"))).toEqual([null, "token-1"]);
  });

  it("says that what it loads is not read yet", async () => {
    const asked = answering(fine());
    await setUp().api.GET("/api/v1/me/");
    expect(asked[0]?.headers.get("X-HVRMET-Display")).toBe("reported");
  });

  it("waits for a sign-in and is then sent again, with its body and the new token", async () => {
    const asked = answering(problem(401, "not_authenticated"), fine({ ended: 2 }));
    const { api, session } = setUp();
    const body = { title: "typed for ten minutes" };
    const answer = api.POST("/api/v1/diagnoses/{job_id}/retry/", {
      params: { path: { job_id: "1" } },
      body: body as never,
    });
    await happens(() => expect(session.interruption).toEqual({ kind: "signed_out" }));
    session.take({ signed_in: true, csrf_token: "token-2", confirmed_until: null, person: "fan" });
    session.resume();
    expect((await answer).data).toEqual({ ended: 2 });
    expect(await asked[1]?.json()).toEqual(body);
    expect(asked[1]?.headers.get("X-CSRFToken")).toBe("token-2");
    expect(session.interruption).toBeNull();
  });

  it("waits for a confirmation, and fails when it is refused", async () => {
    answering(problem(403, "confirmation_required", { data: { ways: ["password", "code"] } }));
    const { api, session } = setUp();
    const answer = api.DELETE("/api/v1/sessions/");
    const refused = expect(answer).rejects.toThrow("closed");
    await happens(() =>
      expect(session.interruption).toEqual({ kind: "confirm", ways: ["password", "code"] }),
    );
    session.giveUp(new Error("closed"));
    await refused;
  });

  it("asks for a sign-in first where several requests are refused for several reasons", async () => {
    const asked = answering(
      problem(401, "not_authenticated"),
      problem(403, "confirmation_required"),
      fine(),
      fine(),
    );
    const { api, session } = setUp();
    const both = Promise.all([api.GET("/api/v1/me/"), api.DELETE("/api/v1/sessions/")]);
    await happens(() => expect(asked).toHaveLength(2));
    await happens(() => expect(session.interruption).toEqual({ kind: "signed_out" }));
    session.resume();
    await both;
  });

  it("takes a new token once when its own is refused", async () => {
    const asked = answering(
      problem(403, "csrf_failed"),
      fine({ signed_in: true, csrf_token: "token-9", confirmed_until: null, person: "fan" }),
      problem(403, "csrf_failed"),
    );
    const { api } = setUp();
    await expect(api.DELETE("/api/v1/sessions/")).rejects.toMatchObject({ code: "csrf_failed" });
    expect(asked[2]?.headers.get("X-CSRFToken")).toBe("token-9");
  });

  it("is sent again after the wait that it was given, if it only reads", async () => {
    const busy = () => problem(429, "throttled", {}, { "Retry-After": "3" });
    answering(busy(), fine({ name: "fan" }), busy());
    const { api } = setUp();
    expect((await api.GET("/api/v1/me/")).data).toEqual({ name: "fan" });
    await expect(api.DELETE("/api/v1/sessions/")).rejects.toMatchObject({ retryAfter: 3 });
  });

  it("says at once that the platform is away, however short the wait", async () => {
    const asked = answering(problem(503, "database_unavailable", {}, { "Retry-After": "5" }));
    await expect(setUp().api.GET("/api/v1/me/")).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
  });

  it("is not sent again where the wait is long", async () => {
    answering(problem(429, "throttled", {}, { "Retry-After": "300" }));
    await expect(setUp().api.GET("/api/v1/me/")).rejects.toMatchObject({ status: 429 });
  });

  it("says that nobody answered", async () => {
    answering(new TypeError("Failed to fetch"));
    await expect(setUp().api.GET("/api/v1/me/")).rejects.toEqual(
      new Problem({ status: 0, code: "unreachable" }),
    );
  });

  it("leaves a wrong password to the form that sent it", async () => {
    answering(problem(401, "authentication_failed"));
    const { api, session } = setUp();
    const body = { username: "fan", password: "wrong", code: null, tenant: null };
    await expect(api.POST("/api/v1/session/", { body })).rejects.toMatchObject({ status: 401 });
    expect(session.interruption).toBeNull();
  });
});
