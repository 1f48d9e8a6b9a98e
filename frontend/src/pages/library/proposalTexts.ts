import type { Part } from "@/text";

/** What the list of proposals and each of them write with, beyond the texts of the library. */
export const PROPOSAL_TEXTS: Part = {
  en: () => import("../../../messages/proposal.en.ftl?raw"),
  zh: () => import("../../../messages/proposal.zh.ftl?raw"),
};
