import type { Part } from "@/text";

/** Texts of the criteria of events. */
export const CRITERIA_TEXTS: Part = {
  en: () => import("../../../../messages/criteria.en.ftl?raw"),
  zh: () => import("../../../../messages/criteria.zh.ftl?raw"),
};
