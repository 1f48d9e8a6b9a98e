import { api, data } from "./client";
import { Problem } from "./problems";
import type { InquiryDocument } from "./schema";

const isInquiry = (answer: unknown): answer is InquiryDocument =>
  typeof answer === "object" && answer !== null && "asked_at" in answer && "kind" in answer;

/**
 * What a worker answered: at once, or after its inquiry was followed. The platform waits two seconds
 * in each look, so no pause is needed between them.
 */
export async function answered<T>(sent: Promise<unknown>, signal?: AbortSignal): Promise<T> {
  let answer = await sent;
  while (isInquiry(answer)) {
    if (answer.status === "answered") return answer.result as T;
    if (answer.status === "failed") {
      const {
        code,
        detail,
        data: more,
      } = answer.failure ?? { code: "unknown", detail: "", data: {} };
      throw new Problem({ status: 422, code, detail, data: more as never });
    }
    signal?.throwIfAborted();
    answer = await data(
      api.GET("/api/v1/inquiries/{inquiry_id}/", {
        params: { path: { inquiry_id: answer.id } },
        signal,
      }),
    );
  }
  return answer as T;
}
