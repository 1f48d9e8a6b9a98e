import type { Part } from "@/text";

/** What the pages of an item, and the form on them, write with. */
export const ITEM_TEXTS: Part = {
  en: () => import("../../../../messages/item.en.ftl?raw"),
  zh: () => import("../../../../messages/item.zh.ftl?raw"),
};
