import type { ReactNode, SVGProps } from "react";
import { EVENT_SIGNS } from "./events";

// One weight, one grid of sixteen. Signs of events and verdicts differ in shape, not only in colour.

const SHAPES = {
  situation: (
    <path d="M8 1.5c-2.6 0-4.5 2-4.5 4.4C3.5 9.5 8 14.5 8 14.5s4.5-5 4.5-8.6C12.5 3.5 10.6 1.5 8 1.5zM8 7.5a1.7 1.7 0 1 1 0-3.4 1.7 1.7 0 0 1 0 3.4z" />
  ),
  diagnoses: <path d="M2 3.5h12M2 8h12M2 12.5h8" />,
  add: <path d="M8 2.5v11M2.5 8h11" />,
  ask: (
    <path d="M2.5 3h11v8h-6l-3 2.5V11h-2zM6.3 5.8a1.7 1.7 0 1 1 2.4 1.5c-.5.2-.7.5-.7.9M8 9.7v.1" />
  ),
  library: <path d="M3 2.5h3v11H3zM6 2.5h3v11H6zM9.5 3.2l2.7-.7 2.3 10.5-2.700.6z" />,
  sources: (
    <path d="M2.5 4c0-1.1 2.5-2 5.5-2s5.500.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2zM2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2" />
  ),
  climatologies: <path d="M1.5 13.5h13M2 10.5c2-6 3.5-7 6-3s4 2.5 6-4" />,
  audit: <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 11h5" />,
  settings: <path d="M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 3v3M5.5 10v3" />,
  search: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5l3.5 3.5" />,
  close: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  next: <path d="M6 3l5 5-5 5" />,
  back: <path d="M10 3L5 8l5 5" />,
  down: <path d="M3 6l5 5 5-5" />,
  more: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" strokeWidth="2.2" />,
  play: <path d="M4.5 2.5l8 5.5-8 5.5z" />,
  pause: <path d="M5 3v10M11 3v10" />,
  zoom: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5l3.5 3.5M5 7h4M7 5v4" />,
  full: <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />,
  export: <path d="M8 2v8M5 7l3 3 3-3M2.5 13.5h11" />,
  comment: <path d="M2.5 3h11v8h-6l-3 2.5V11h-2z" />,
  box: <path d="M2.5 4.5h11v8h-11zM2.5 4.5v0" strokeDasharray="2.5 1.5" />,
  pin: <path d="M5.5 2h5l-.7 4.5 2.2 2.5H4l2.2-2.5zM8 9v5" />,
  veto: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM3.8 3.8l8.4 8.4" />,
  calendar: <path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5" />,
  clock: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.5V8l2.5 1.5" />,
  person: (
    <path d="M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM2.5 14c.5-3 2.7-4.3 5.5-4.3s5 1.3 5.5 4.3" />
  ),
  info: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.3v3.7M8 4.9v.1" />,
  warn: <path d="M8 2.2l6.3 11.3H1.7zM8 6.5v3.3M8 11.6v.1" />,
  // verdicts and states
  confirmed: <path d="M2.5 8.5l3.7 3.7L13.5 4.5" strokeWidth="2" />,
  refuted: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" strokeWidth="2" />,
  undetermined: <path d="M3 8h10" strokeWidth="2" strokeDasharray="2.5 2" />,
  running: <path d="M8 2a6 6 0 0 1 6 6M14 8a6 6 0 0 1-6 6" strokeWidth="2" />,
  queued: <path d="M4 8h.1M8 8h.1M12 8h.1" strokeWidth="2.4" />,
  finished: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.2 8.3l2 2 3.6-4" />,
  failed: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.7M8 11v.1" />,
  cancelled: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5 8h6" />,
  parked: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.3 5.5v5M9.7 5.5v5" />,
  ...EVENT_SIGNS,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

export function isIcon(name: string): name is IconName {
  return name in SHAPES;
}

export function Icon({ name, ...rest }: { name: IconName } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {SHAPES[name]}
    </svg>
  );
}
