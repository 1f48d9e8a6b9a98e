import { lazy, Suspense } from "react";
import { Skeleton } from "@/design/components/Feedback";
import type { EffectProps } from "./effect";

const Effect = lazy(() => import("./effect"));

/** What a change would do: it is loaded after the page that it stands on. */
export function EffectPane(props: EffectProps) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <Effect {...props} />
    </Suspense>
  );
}
