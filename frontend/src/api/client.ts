import createClient from "openapi-fetch";
import { texts } from "@/texts";
import { type Problem, problemOf, unreachable } from "./problems";
import type { paths, SessionState } from "./schema";
import { session } from "./session";

const SAFE = new Set(["GET", "HEAD"]);
const MOST_WAIT = 30;

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

function prepared(request: Request): Request {
  const sent = request.clone();
  sent.headers.set("Accept-Language", texts().language);
  if (session.tenant) sent.headers.set("X-HVRMET-Tenant", session.tenant);
  if (!SAFE.has(request.method)) sent.headers.set("X-CSRFToken", session.csrf);
  return sent;
}

async function once(request: Request): Promise<Response> {
  try {
    return await fetch(prepared(request));
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw unreachable();
  }
}

/** Does what a refusal asks for, and says whether the request is to be sent again. */
async function overcome(problem: Problem, request: Request, attempt: number): Promise<boolean> {
  if (problem.status === 401 && session.began && !request.url.endsWith("/session/")) {
    await session.interrupt("signed_out");
    return true;
  }
  if (problem.code === "confirmation_required") {
    await session.interrupt("confirm", (problem.data.ways as string[] | undefined) ?? []);
    return true;
  }
  if (problem.code === "csrf_failed" && attempt === 0) {
    await refreshSession();
    return true;
  }
  const wait = problem.retryAfter;
  if (SAFE.has(request.method) && wait !== null && wait <= MOST_WAIT && attempt < 3) {
    await pause(wait);
    return true;
  }
  return false;
}

/** Sends a request; waits for sign-in and confirmation, and throws a `Problem` when refused. */
export async function send(request: Request): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await once(request);
    if (response.ok || response.status === 304) return response;
    const problem = await problemOf(response);
    if (!(await overcome(problem, request, attempt))) throw problem;
  }
}

export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin,
  fetch: send,
});

/** The data of an answer; `send` has thrown where there is none. */
export async function data<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/**
 * The same for an answer with positions or pairs in it: the client's types make lists of any length
 * of them, so the caller names the type of the document.
 */
export async function dataAs<T>(answer: Promise<{ data?: unknown }>): Promise<T> {
  return (await answer).data as T;
}

export async function refreshSession(): Promise<SessionState> {
  const state = await data(api.GET("/api/v1/session/"));
  session.take(state);
  return state;
}
