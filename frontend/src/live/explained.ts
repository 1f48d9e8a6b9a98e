import type { Conclusion } from "@/api/schema";

type Explanation = Pick<Conclusion["explanation"], "status" | "confidence_level">;

const MARKS = {
  confirmed: ["good", "confirmed"],
  partly: ["doubt", "warn"],
  not_testable: ["idle", "undetermined"],
  none: ["idle", "refuted"],
} as const;
const SUPPORTED = ["confirmed", "partly"];

/** How a cause is called and marked: never surer than the confidence in it. */
export function explained({ status, confidence_level: level }: Explanation) {
  const sure = !level || level === "very_low" ? "none" : level;
  const supported = SUPPORTED.includes(status);
  const mark =
    supported && sure === "none"
      ? MARKS.none
      : supported && sure === "low"
        ? MARKS.partly
        : MARKS[status];
  return { text: `ui-explanation-${status}`, sure, mark } as const;
}
