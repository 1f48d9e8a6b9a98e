import createClient, { type Client } from "openapi-fetch";
import type { paths } from "@/generated/schema";
import { type Problem, problemOf, unreachable } from "./problems";
import { ask } from "./server";
import type { Session } from "./session";

const SAFE = new Set(["GET", "HEAD"]);
const LONGEST_WAIT_SECONDS = 30;
const MOST_ATTEMPTS = 3;

export type Api = Client<paths>;
/** Waits for a number of seconds; tests hand over their own. */
export type Pause = (seconds: number) => Promise<void>;

const realPause: Pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * The platform's interface as one person, in one centre.
 *
 * The centre is named in each request: two windows of one person can work in two centres.
 * A refused request throws a `Problem`. One that needs a sign-in or a confirmation waits for it.
 */
export function createApi(session: Session, centre: string | null, pause: Pause = realPause): Api {
  const prepared = (request: Request): Request => {
    const sent = request.clone();
    // What is loaded counts as read once it was on the screen, which the report's page says.
    sent.headers.set("X-HVRMET-Display", "reported");
    if (centre !== null) sent.headers.set("X-HVRMET-Tenant", centre);
    if (!SAFE.has(request.method)) sent.headers.set("X-CSRFToken", session.csrf);
    return sent;
  };

  const once = async (request: Request): Promise<Response> => {
    try {
      return await ask(prepared(request));
    } catch (reason) {
      if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
      throw unreachable();
    }
  };

  const renewToken = async () => {
    const answer = await ask("/api/v1/session/");
    if (answer.ok) session.take(await answer.json());
  };

  /** Does what a refusal asks for, and says whether the request is to be sent again. */
  const overcome = async (problem: Problem, request: Request, attempt: number) => {
    const isSignIn = request.url.endsWith("/api/v1/session/");
    if (!isSignIn && (problem.status === 401 || problem.code === "sessions_ended")) {
      await session.interrupt({ kind: "signed_out" });
      return true;
    }
    if (problem.code === "confirmation_required") {
      const ways = Array.isArray(problem.data.ways) ? (problem.data.ways as string[]) : [];
      await session.interrupt({ kind: "confirm", ways });
      return true;
    }
    if (problem.code === "csrf_failed" && attempt === 0) {
      await renewToken();
      return true;
    }
    const wait = problem.retryAfter;
    const isWorthIt = wait !== null && wait <= LONGEST_WAIT_SECONDS && attempt < MOST_ATTEMPTS;
    // Of a platform that is away the page says so, and asks again by itself.
    if (problem.status === 429 && SAFE.has(request.method) && isWorthIt) {
      await pause(wait);
      return true;
    }
    return false;
  };

  const send = async (request: Request): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await once(request);
      if (response.ok || response.status === 304) return response;
      const problem = await problemOf(response);
      if (!(await overcome(problem, request, attempt))) throw problem;
    }
  };

  return createClient<paths>({ baseUrl: globalThis.location?.origin, fetch: send });
}

/** The body of an answer; where there is none, the request has thrown a `Problem`. */
export async function bodyOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/** The cursor in an address that an answer gives for its next or previous page. */
export const cursorOf = (address: string | null | undefined): string | undefined =>
  address ? (new URL(address, location.origin).searchParams.get("cursor") ?? undefined) : undefined;
