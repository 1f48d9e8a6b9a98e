import type { Part } from "@/text";

/** What is written of the effect of a change. */
export const EFFECT_TEXTS: Part = {
  en: () => import("../../../../messages/effect.en.ftl?raw"),
  zh: () => import("../../../../messages/effect.zh.ftl?raw"),
};
