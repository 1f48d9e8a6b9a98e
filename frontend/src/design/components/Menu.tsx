import { lazy, type ReactNode, Suspense } from "react";
import { Icon, type IconName } from "../icons";
import buttons from "./Button.module.css";
import { ErrorBoundary } from "./ErrorBoundary";

const MenuLayer = lazy(() => import("./MenuLayer"));

export interface Choice {
  id: string;
  name: string;
  keys?: string;
  /** An address outside the application. */
  href?: string;
  run?: () => void;
}

export interface MenuProps {
  label: string;
  icon?: IconName;
  /** What the button shows; without, its label. */
  button?: ReactNode;
  /** Groups, each with its heading and, of several choices, the one that is taken. */
  groups: readonly { id: string; heading?: string; chosen?: string; choices: readonly Choice[] }[];
}

/** A menu at its button. Until the menu is loaded, just after the page, the button is only drawn. */
export function Menu(props: MenuProps) {
  const drawn = (
    <span className={[buttons.button, buttons.bare].join(" ")}>
      {props.icon && <Icon name={props.icon} />}
      {props.button ?? props.label}
      <Icon name="down" size={12} />
    </span>
  );
  return (
    <ErrorBoundary instead={drawn}>
      <Suspense fallback={drawn}>
        <MenuLayer {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
