import type { ReactNode } from "react";
import type { EventType } from "@/api/schema";

interface EventDesign {
  /** Colours in both themes: apart from each other for every kind of colour vision. */
  dark: string;
  light: string;
  /** The sign, on the grid of `icons.tsx`; signs differ in shape, not only in colour. */
  sign: ReactNode;
}

/** How each type of event looks, in the order of lists. Everything else in the dashboard follows from here. */
const DESIGNS: Record<EventType, EventDesign> = {
  rainstorm: {
    dark: "#4ea6e6",
    light: "#14699f",
    sign: (
      <path d="M4.5 8.5a3 3 0 0 1 .3-6 3.6 3.6 0 0 1 6.7 1.2 2.4 2.4 0 0 1 .2 4.8zM5 11l-1 3M8.3 11l-1 3M11.6 11l-1 3" />
    ),
  },
  snowstorm: {
    dark: "#b9a5f2",
    light: "#6b51b4",
    sign: (
      <path d="M8 1.5v13M2.4 4.7l11.2 6.6M13.6 4.7L2.4 11.3M6.3 2.7L8 4.3l1.7-1.6M6.3 13.3L8 11.7l1.7 1.6" />
    ),
  },
  gale: {
    dark: "#45b48f",
    light: "#0b6b4f",
    sign: <path d="M1.5 6h8.3a2 2 0 1 0-1.9-2.6M1.5 8.7h11a2 2 0 1 1-1.9 2.7M1.5 11.4h6" />,
  },
  heat_wave: {
    dark: "#ee8441",
    light: "#ab4a08",
    sign: (
      <path d="M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1" />
    ),
  },
  cold_wave: {
    dark: "#7189f5",
    light: "#3850c4",
    sign: <path d="M6.5 2.8a1.5 1.5 0 0 1 3 0v6.4a3 3 0 1 1-3 0zM8 11.5V8M12 4.5h2.5M12 7.5h2.5" />,
  },
};

export const EVENTS = Object.keys(DESIGNS) as EventType[];

export const EVENT_SIGNS = Object.fromEntries(
  EVENTS.map((event) => [event, DESIGNS[event].sign]),
) as Record<EventType, ReactNode>;

const rule = (selector: string, theme: "dark" | "light") =>
  `${selector} { ${EVENTS.map((event) => `--${event}: ${DESIGNS[event][theme]};`).join(" ")} }`;

/** The rules of the events' colours: a token for each, and `--event-colour` below `data-event`. */
export const eventRules = (): string =>
  [
    rule(":root", "dark"),
    rule(':root[data-theme="light"]', "light"),
    ...EVENTS.map((event) => `[data-event="${event}"] { --event-colour: var(--${event}); }`),
  ].join("\n");

/** Add the rules to the document. A style element would need the page's nonce; a constructed sheet does not. */
export function applyEventColours() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(eventRules());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
