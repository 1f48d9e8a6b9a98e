import type { RemarkInfo } from "@/generated/schema";

/**
 * The remarks of one thread: those on a field, or those on the whole. What was said of a field that the page does
 * not show any more stands with the whole.
 */
export const threadOf = (
  said: readonly RemarkInfo[],
  field: string | undefined,
  fields: readonly string[],
): RemarkInfo[] =>
  said.filter((one) =>
    field ? one.field === field : one.field === null || !fields.includes(one.field),
  );
