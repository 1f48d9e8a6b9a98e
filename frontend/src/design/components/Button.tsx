import type { ButtonHTMLAttributes, ReactNode } from "react";
import { useId } from "react";
import { type Act, useAccess } from "@/api/access";
import { useTexts } from "@/texts";
import { Icon, type IconName } from "../icons";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: "plain" | "main" | "bare" | "danger";
  icon?: IconName;
  small?: boolean;
  /** While its act is under way: it stays where it is and takes no further click. */
  busy?: boolean;
  children?: ReactNode;
}

export function Button({
  kind = "plain",
  icon,
  small,
  busy,
  className,
  children,
  ...rest
}: ButtonProps) {
  const classes = ["button", kind === "plain" ? "" : kind, small ? "small" : "", className ?? ""];
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classes.filter(Boolean).join(" ")}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button for an act that takes a right: who lacks it sees it, and reads why it is closed. */
export function ActButton({ act, why, ...rest }: ButtonProps & { act: Act; why?: string | null }) {
  const access = useAccess();
  const { t } = useTexts();
  const id = useId();
  const allowed = access.may(act);
  const roles = access.rolesFor(act).map((role) => t(`ui-role-${role}`));
  const refusal = allowed ? why : t("ui-role-needed", { roles: { items: roles, style: "or" } });
  return (
    <span className="stack close">
      <Button
        {...rest}
        disabled={rest.disabled || Boolean(refusal)}
        aria-describedby={refusal ? id : undefined}
      />
      {refusal && (
        <span className="why" id={id}>
          {refusal}
        </span>
      )}
    </span>
  );
}
