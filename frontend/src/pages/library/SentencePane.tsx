import { lazy, Suspense } from "react";
import { Skeleton } from "@/design/components/Feedback";
import type { DraftSentenceProps } from "./effect/DraftSentence";

const DraftSentence = lazy(() => import("./effect/DraftSentence"));

/** What a report would print of an entry while it is written: it is loaded after the page. */
export function SentencePane(props: DraftSentenceProps) {
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <DraftSentence {...props} />
    </Suspense>
  );
}
