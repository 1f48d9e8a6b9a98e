import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, send } from "./client";
import type { Problem } from "./problems";
import { session } from "./session";

const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refused = (status: number, code: string, more: object = {}, headers = {}) =>
  answer(
    status,
    { code, detail: `refused: ${code}`, request_id: "r1", data: {}, ...more },
    headers,
  );
const request = (method = "GET", body?: object) =>
  new Request("http://localhost/api/v1/diagnoses/", {
    method,
    body: body && JSON.stringify(body),
  });

describe("sending", () => {
  const asked = vi.fn<(sent: Request) => Promise<Response>>();
  beforeEach(() => {
    asked.mockReset();
    vi.stubGlobal("fetch", asked);
    session.began = true;
    session.csrf = "token";
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("says the language and the centre, and the token where something changes", async () => {
    session.chooseTenant("beijing");
    asked.mockImplementation(async () => answer(200, {}));
    await send(request());
    await send(request("POST", {}));
    const [read, write] = asked.mock.calls.map(([sent]) => sent.headers);
    expect(read?.get("X-HVRMET-Tenant")).toBe("beijing");
    expect(read?.get("Accept-Language")).toBe("en");
    expect([read?.get("X-CSRFToken"), write?.get("X-CSRFToken")]).toEqual([null, "token"]);
    session.chooseTenant(null);
  });

  it("waits for a new sign-in in the middle, and sends what was typed afterwards", async () => {
    asked.mockResolvedValueOnce(refused(401, "not_authenticated"));
    asked.mockImplementationOnce(async (sent) => answer(202, { echo: await sent.json() }));
    const sent = send(request("POST", { source: "gfs" }));
    await vi.waitFor(() => expect(session.waitingFor).toBe("signed_out"));
    session.csrf = "new";
    session.resume();
    expect(await (await sent).json()).toEqual({ echo: { source: "gfs" } });
    expect(asked.mock.calls[1]?.[0].headers.get("X-CSRFToken")).toBe("new");
  });

  it("asks who one is where an act needs it, and goes on", async () => {
    asked.mockResolvedValueOnce(
      refused(403, "confirmation_required", { data: { ways: ["password"] } }),
    );
    asked.mockResolvedValueOnce(answer(201, {}));
    const sent = send(request("POST", {}));
    await vi.waitFor(() => expect(session.waitingFor).toBe("confirm"));
    expect(session.ways).toEqual(["password"]);
    session.resume();
    expect((await sent).status).toBe(201);
  });

  it("gives up an act that is not confirmed", async () => {
    asked.mockResolvedValueOnce(refused(403, "confirmation_required"));
    const sent = send(request("POST", {}));
    const failed = expect(sent).rejects.toThrow("closed");
    await vi.waitFor(() => expect(session.waitingFor).toBe("confirm"));
    session.giveUp(new Error("closed"));
    await failed;
  });

  it("waits as long as the platform says before it reads again", async () => {
    vi.useFakeTimers();
    asked.mockResolvedValueOnce(refused(503, "too_busy", {}, { "Retry-After": "2" }));
    asked.mockResolvedValueOnce(answer(200, {}));
    const sent = send(request());
    await vi.advanceTimersByTimeAsync(1900);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect((await sent).status).toBe(200);
  });

  it("never repeats a change by itself", async () => {
    asked.mockResolvedValue(refused(429, "throttled", {}, { "Retry-After": "2" }));
    const failed = await send(request("POST", {})).catch((error: Problem) => error);
    expect(failed).toMatchObject({
      status: 429,
      code: "throttled",
      retryAfter: 2,
      requestId: "r1",
    });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each([400, 403, 404, 409, 412, 422, 500])(
    "gives the refusal of %i with its words",
    async (status) => {
      asked.mockResolvedValue(refused(status, "some_code"));
      const failed = await send(request("POST", {})).catch((error: Problem) => error);
      expect(failed).toMatchObject({ status, code: "some_code", message: "refused: some_code" });
    },
  );

  it("says where the mistakes of a body are", async () => {
    const errors = [{ at: "region.0", message: "a number of degrees" }];
    asked.mockResolvedValue(refused(400, "invalid_request", { data: { errors } }));
    const failed = (await send(request("POST", {})).catch((error) => error)) as Problem;
    expect(failed.mistakes).toEqual(errors);
  });

  it("has a refusal for no answer at all", async () => {
    asked.mockRejectedValue(new TypeError("Failed to fetch"));
    const failed = await send(request()).catch((error: Problem) => error);
    expect(failed).toMatchObject({ status: 0, code: "unreachable" });
  });

  it("does not hold a stranger up: the first page is for them", async () => {
    session.began = false;
    asked.mockResolvedValue(refused(401, "not_authenticated"));
    await expect(send(request())).rejects.toMatchObject({ status: 401 });
    expect(session.waitingFor).toBeNull();
  });

  it("is what the client uses", async () => {
    asked.mockResolvedValue(refused(404, "not_found"));
    const path = { job_id: "00000000-0000-0000-0000-000000000000" };
    await expect(
      api.GET("/api/v1/diagnoses/{job_id}/", { params: { path } }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
