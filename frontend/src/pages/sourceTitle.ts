import type { SourceInfo } from "@/generated/schema";
import type { Language } from "@/text";

/** What people call a source, in their language. */
export const titleOf = (source: Pick<SourceInfo, "title" | "title_zh" | "name">, to: Language) =>
  (to === "zh" && source.title_zh) || source.title || source.name;
