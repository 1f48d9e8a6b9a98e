import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components/Button";
import { Icon, type IconName } from "../icons";
import styles from "./Button.module.css";
import { Keys } from "./Keys";

export interface ButtonProps extends Omit<AriaProps, "children" | "className" | "style"> {
  kind?: "plain" | "main" | "bare" | "danger";
  icon?: IconName;
  /** The keys that do the same, shown on it. */
  keys?: string;
  children?: ReactNode;
}

/** A button. While `isPending`, it keeps its place and size and takes no further press. */
export function Button({ kind = "plain", icon, keys, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={[styles.button, styles[kind]].join(" ")}>
      {icon && <Icon name={icon} />}
      {children}
      {keys && <Keys keys={keys} />}
    </AriaButton>
  );
}
