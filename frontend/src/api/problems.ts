import type { Problem as ProblemDocument } from "@/generated/schema";
import { serverTime } from "./server";

/** A refusal of the platform, or what takes its place when the platform did not answer. */
export class Problem extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
  readonly requestId: string;
  /** Seconds after which it can be tried again, where the platform said so. */
  readonly retryAfter: number | null;

  constructor(document: Partial<ProblemDocument> & { status: number }, retryAfter?: number | null) {
    super(document.detail ?? document.title ?? "");
    this.name = "Problem";
    this.status = document.status;
    this.code = document.code ?? "unknown";
    this.data = (document.data ?? {}) as Record<string, unknown>;
    this.requestId = document.request_id ?? "";
    this.retryAfter = retryAfter ?? null;
  }

  /** Mistakes of the body, by the field where they are: `region.0`, `window.start`. */
  get mistakes(): { at: string; message: string }[] {
    const errors = this.data.errors;
    return Array.isArray(errors) ? errors : [];
  }
}

/** Seconds to wait: a server gives a number of them, a proxy often a date. */
export function secondsToWait(header: string | null): number | null {
  if (header === null) return null;
  const number = Number(header);
  const wait = Number.isNaN(number)
    ? Math.ceil((Date.parse(header) - serverTime()) / 1000)
    : number;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

export async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = secondsToWait(response.headers.get("Retry-After"));
  try {
    return new Problem({ ...(await response.json()), status: response.status }, retryAfter);
  } catch {
    return new Problem({ status: response.status, code: "no_problem_document" }, retryAfter);
  }
}

/** Takes the place of an answer when there was none: the server or the network is down. */
export const unreachable = () => new Problem({ status: 0, code: "unreachable" });
