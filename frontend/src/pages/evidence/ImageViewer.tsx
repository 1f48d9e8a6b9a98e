import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button } from "@/design";
import { useTexts } from "@/texts";

interface View {
  scale: number;
  x: number;
  y: number;
}
const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MOST = 8;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [40, 0],
  ArrowRight: [-40, 0],
  ArrowUp: [0, 40],
  ArrowDown: [0, -40],
};

/** Zooms about a point, which stays where it is. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor));
  if (scale === 1) return WHOLE;
  const by = scale / view.scale;
  return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

/** A chart that can be drawn nearer with wheel, fingers and keys, and be shown on the full screen. */
export function ImageViewer({ address, title }: { address: string | undefined; title: string }) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const [view, setView] = useState(WHOLE);
  const centred = (factor: number) => {
    const box = frame.current?.getBoundingClientRect();
    setView((before) => zoomed(before, factor, (box?.width ?? 0) / 2, (box?.height ?? 0) / 2));
  };
  const full = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  const keys: Record<string, () => void> = {
    "+": () => centred(1.4),
    "=": () => centred(1.4),
    "-": () => centred(1 / 1.4),
    "0": () => setView(WHOLE),
    f: full,
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const act = step
      ? () => setView((before) => ({ ...before, x: before.x + step[0], y: before.y + step[1] }))
      : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const move = (event: PointerEvent) => {
    const from = dragged.current;
    if (!from || view.scale === 1) return;
    dragged.current = { x: event.clientX, y: event.clientY };
    setView((before) => ({
      ...before,
      x: before.x + event.clientX - from.x,
      y: before.y + event.clientY - from.y,
    }));
  };
  return (
    <div className="viewer">
      <div
        ref={frame}
        className="viewer-frame"
        role="group"
        aria-label={t("ui-viewer-label", { title })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zoom and full screen have keys
        tabIndex={0}
        onKeyDown={press}
        onWheel={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          if (!event.ctrlKey && view.scale === 1 && !document.fullscreenElement) return;
          const factor = event.deltaY < 0 ? 1.2 : 1 / 1.2;
          setView((before) =>
            zoomed(before, factor, event.clientX - box.left, event.clientY - box.top),
          );
        }}
        onDoubleClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setView((before) =>
            before.scale > 1
              ? WHOLE
              : zoomed(before, 2.5, event.clientX - box.left, event.clientY - box.top),
          );
        }}
        onPointerDown={(event) => {
          dragged.current = { x: event.clientX, y: event.clientY };
          if (view.scale > 1) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          dragged.current = null;
        }}
      >
        {address ? (
          <img
            src={address}
            alt={title}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          />
        ) : (
          <span className="bone" />
        )}
      </div>
      <div className="row viewer-tools">
        <Button small onClick={() => centred(1.4)} aria-label={t("ui-zoom-in")}>
          +
        </Button>
        <Button small onClick={() => centred(1 / 1.4)} aria-label={t("ui-zoom-out")}>
          −
        </Button>
        <Button small onClick={() => setView(WHOLE)}>
          {t("ui-zoom-whole")}
        </Button>
        <Button small icon="full" onClick={full}>
          {t("ui-full-screen")}
        </Button>
        {address && (
          <a className="button small" href={address} download>
            {t("ui-download")}
          </a>
        )}
        <span className="tiny quiet">{t("ui-viewer-hint")}</span>
      </div>
    </div>
  );
}
