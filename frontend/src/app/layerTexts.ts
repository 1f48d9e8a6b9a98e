import type { Part } from "@/text";

/** What lies above a page says; also while the network is down, so it is loaded beforehand. */
export const LAYER_TEXTS: Part = {
  en: () => import("../../messages/layers.en.ftl?raw"),
  zh: () => import("../../messages/layers.zh.ftl?raw"),
};
