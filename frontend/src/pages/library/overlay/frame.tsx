import type { ReactNode } from "react";
import { MoreTexts, type Part } from "@/text";
import { LibraryFrame } from "../frame";

const TEXTS: Part = {
  en: () => import("../../../../messages/overlay.en.ftl?raw"),
  zh: () => import("../../../../messages/overlay.zh.ftl?raw"),
};

/** What the pages of a centre's overlay have: the library's frame, and their texts. */
export function OverlayFrame({ children }: { children: ReactNode }) {
  return (
    <LibraryFrame tab="centre">
      <MoreTexts part={TEXTS}>{children}</MoreTexts>
    </LibraryFrame>
  );
}
