import type { Part } from "@/text";

/** What curators' remarks are shown and written with; each page that has threads brings it. */
export const TALK_TEXTS: Part = {
  en: () => import("../../../../messages/talk.en.ftl?raw"),
  zh: () => import("../../../../messages/talk.zh.ftl?raw"),
};
