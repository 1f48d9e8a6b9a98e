import type { ReactNode, SVGProps } from "react";

// One weight, one grid of sixteen. Symbols of events and states differ in shape, not only in colour.
const SHAPES = {
  rainstorm: (
    <path d="M4.5 8.5a3 3 0 0 1 .3-6 3.6 3.6 0 0 1 6.7 1.2 2.4 2.4 0 0 1 .2 4.8zM5 11l-1 3M8.3 11l-1 3M11.6 11l-1 3" />
  ),
  snowstorm: (
    <path d="M8 1.5v13M2.4 4.7l11.2 6.6M13.6 4.7L2.4 11.3M6.3 2.7L8 4.3l1.7-1.6M6.3 13.3L8 11.7l1.7 1.6" />
  ),
  gale: <path d="M1.5 6h8.3a2 2 0 1 0-1.9-2.6M1.5 8.7h11a2 2 0 1 1-1.9 2.7M1.5 11.4h6" />,
  heat_wave: (
    <path d="M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1" />
  ),
  cold_wave: (
    <path d="M6.5 2.8a1.5 1.5 0 0 1 3 0v6.4a3 3 0 1 1-3 0zM8 11.5V8M12 4.5h2.5M12 7.5h2.5" />
  ),
  none: <path d="M8 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z" />,
  unknown: <path d="M5.6 5.6a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1 .8-1 1.6M8 11.9v.1" strokeWidth="1.7" />,

  queued: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.7V8l2.3 1.4" />,
  running: <path d="M8 2a6 6 0 0 1 6 6M14 8a6 6 0 0 1-6 6" strokeWidth="2" />,
  finished: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.2 8.3l2 2 3.6-4" />,
  failed: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.7M8 11v.1" />,
  cancelled: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5 8h6" />,
  parked: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.3 5.5v5M9.7 5.5v5" />,

  draft: <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 11h3" />,
  in_review: <path d="M2.5 3h11v8h-6l-3 2.5V11h-2z" />,
  approved: <path d="M2.5 8.5l3.7 3.7L13.5 4.5" strokeWidth="2" />,
  published: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM5.2 8.3l2 2 3.6-4" />,
  superseded: <path d="M3 4.5h7v9H3zM6 4.5v-2h7v9h-3" />,
  withdrawn: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM3.8 3.8l8.4 8.4" />,

  situation: (
    <path d="M8 14.5c-2.8-3.4-4.2-5.8-4.2-7.8a4.2 4.2 0 0 1 8.4 0c0 2-1.4 4.4-4.2 7.8zM8 5.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z" />
  ),
  diagnoses: <path d="M2 3.5h12M2 8h12M2 12.5h8" />,
  reports: <path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 8h5M5.5 11h5" />,
  library: <path d="M2.5 2.5h3v11h-3zM5.5 2.5h3v11h-3zM9.3 3.6l2.9-.8 2.7 10.4-2.9.8z" />,
  centre: <path d="M2 14h12M3.5 14V6L8 2.5 12.5 6v8M6.5 14v-4h3v4" />,
  person: (
    <path d="M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM2.5 14c.5-3 2.7-4.3 5.5-4.3s5 1.3 5.5 4.3" />
  ),
  settings: <path d="M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 3v3M5.5 10v3" />,
  search: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5l3.5 3.5" />,
  close: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  frame: <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />,
  next: <path d="M6 3l5 5-5 5" />,
  back: <path d="M10 3L5 8l5 5" />,
  down: <path d="M3 6l5 5 5-5" />,
  out: <path d="M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4" />,
  info: <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.3v3.7M8 4.9v.1" />,
  warning: <path d="M8 2.2l6.3 11.3H1.7zM8 6.5v3.3M8 11.6v.1" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;
export const ICONS = Object.keys(SHAPES) as IconName[];

/** The path of a symbol on its grid of sixteen, for what draws on a canvas. */
export const pathOf = (name: IconName): string => SHAPES[name].props.d;

/** A symbol beside a word; it says nothing to a screen reader. */
export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {SHAPES[name]}
    </svg>
  );
}
