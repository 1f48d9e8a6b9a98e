import type { Part } from "@/text";

/** Texts of where a value comes from. */
export const ORIGIN_TEXTS: Part = {
  en: () => import("../../../messages/provenance.en.ftl?raw"),
  zh: () => import("../../../messages/provenance.zh.ftl?raw"),
};
