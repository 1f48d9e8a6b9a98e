import type { Part } from "@/text";

/** Texts of the lists of diagnoses and reports. */
export const LIST_TEXTS: Part = {
  en: () => import("../../messages/list.en.ftl?raw"),
  zh: () => import("../../messages/list.zh.ftl?raw"),
};
