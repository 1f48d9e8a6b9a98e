import type { Problem as ProblemDocument } from "./schema";

/** A refusal of the platform, or what stands for one when it did not answer. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
  readonly requestId: string;
  /** Seconds after which a further attempt makes sense, where the platform said so. */
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

  /** Mistakes of the body, by where they are: `region.0`, `window.start`. */
  get mistakes(): { at: string; message: string }[] {
    const errors = this.data.errors;
    return Array.isArray(errors) ? errors : [];
  }
}

/** Seconds to wait: a server says a number of them, a proxy often a date. */
export function secondsOf(said: string | null): number | null {
  if (said === null) return null;
  const number = Number(said);
  const wait = Number.isNaN(number) ? Math.ceil((Date.parse(said) - Date.now()) / 1000) : number;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

export async function problemOf(response: Response): Promise<Problem> {
  const retryAfter = secondsOf(response.headers.get("Retry-After"));
  try {
    return new Problem({ ...(await response.json()), status: response.status }, retryAfter);
  } catch {
    return new Problem({ status: response.status, code: "no_problem_document" }, retryAfter);
  }
}

/** What stands for an answer when there was none: the server is down, or the network. */
export const unreachable = () => new Problem({ status: 0, code: "unreachable" });
