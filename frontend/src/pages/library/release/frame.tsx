import type { ReactNode } from "react";
import { MoreTexts, type Part } from "@/text";
import { LibraryFrame } from "../frame";

const TEXTS: Part = {
  en: () => import("../../../../messages/release.en.ftl?raw"),
  zh: () => import("../../../../messages/release.zh.ftl?raw"),
};

/** What the pages of releases have: the library's frame, and their texts. */
export function ReleaseFrame({ children }: { children: ReactNode }) {
  return (
    <LibraryFrame tab="releases">
      <MoreTexts part={TEXTS}>{children}</MoreTexts>
    </LibraryFrame>
  );
}
