import { type PointerEvent, useRef } from "react";
import { Icon } from "@/design";
import { useTexts } from "@/texts";
import type { PaneState } from "./FieldPane";
import { movedBy, nameOf, pointedAt } from "./swipe";

interface Props {
  /** Hundredths of the width that show the first pane. */
  share: number;
  onShare: (share: number) => void;
  first: PaneState;
  second: PaneState;
}

/** The line between two maps that lie over each other: it is dragged, or moved by keys. */
export function Divider({ share, onShare, first, second }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const track = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !track.current) return;
    onShare(pointedAt(event.clientX, track.current.getBoundingClientRect()));
  };
  return (
    <div ref={track} className="swipe-track">
      <div
        className="swipe-divider"
        role="slider"
        tabIndex={0}
        aria-label={t("ui-swipe-divider")}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={t("ui-swipe-value", {
          share,
          rest: 100 - share,
          first: nameOf(first, second, texts),
          second: nameOf(second, first, texts),
        })}
        style={{ left: `${share}%` }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const next = movedBy(event.key, share);
          if (next === null) return;
          event.preventDefault();
          onShare(next);
        }}
      >
        <span className="swipe-handle">
          <Icon name="back" width={12} height={12} />
          <Icon name="next" width={12} height={12} />
        </span>
      </div>
    </div>
  );
}
