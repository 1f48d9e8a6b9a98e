import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../icons";

export interface Choice {
  id: string;
  text: ReactNode;
  /** A choice of several, of which one is taken. */
  chosen?: boolean;
  heading?: string;
  run?: () => void;
  /** An address outside these pages. */
  href?: string;
}

interface MenuProps {
  label: string;
  button: ReactNode;
  className?: string;
  /** Whether it opens above its button. */
  above?: boolean;
  /** Groups, with a line between them. */
  groups: { heading?: string; choices: Choice[] }[];
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** A menu at its button: arrows walk in it, Escape and a click elsewhere close it. */
export function Menu({ label, button, className, above, groups }: MenuProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = () => [...(frame.current?.querySelectorAll<HTMLElement>("[data-choice]") ?? [])];

  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const away = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  });

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const list = items();
    if (step) {
      event.preventDefault();
      list[step(list.indexOf(document.activeElement as HTMLElement), list.length)]?.focus();
    }
    if (event.key === "Escape" || event.key === "Tab") close();
  };
  return (
    <div className="menu-frame" ref={frame}>
      <button
        type="button"
        ref={trigger}
        className={`button ${className ?? ""}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          className={above ? "menu above" : "menu"}
          role="menu"
          id={id}
          aria-label={label}
          tabIndex={-1}
          onKeyDown={walk}
        >
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of a menu do not move
            <div role="group" key={index} aria-label={group.heading ?? label}>
              {index > 0 && <hr />}
              {group.heading && <p className="heading">{group.heading}</p>}
              {group.choices.map((choice) =>
                choice.href ? (
                  <a key={choice.id} role="menuitem" data-choice tabIndex={-1} href={choice.href}>
                    {choice.text}
                  </a>
                ) : (
                  <Item
                    key={choice.id}
                    choice={choice}
                    onRun={() => {
                      close();
                      choice.run?.();
                    }}
                  />
                ),
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ choice, onRun }: { choice: Choice; onRun: () => void }) {
  const props = { type: "button", "data-choice": true, tabIndex: -1, onClick: onRun } as const;
  if (choice.chosen === undefined) {
    return (
      <button {...props} role="menuitem">
        {choice.text}
      </button>
    );
  }
  return (
    <button {...props} role="menuitemradio" aria-checked={choice.chosen}>
      <span className="icon-space">{choice.chosen && <Icon name="confirmed" />}</span>
      {choice.text}
    </button>
  );
}
