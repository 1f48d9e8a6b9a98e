import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTexts } from "@/texts";
import { Button } from "./Button";

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  size?: "normal" | "wide" | "full";
  /** One that cannot be left without an answer has no cross and ignores Escape. */
  binding?: boolean;
  children: ReactNode;
}

/** A layer above the page: the browser's own dialog keeps the focus inside and gives it back. */
export function Dialog({ title, open, onClose, size = "normal", binding, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { t } = useTexts();
  useEffect(() => {
    const dialog = element.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={element}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!binding) onClose();
      }}
      onClick={(event) => {
        if (!binding && event.target === element.current) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && binding) event.preventDefault();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!binding && (
          <Button kind="bare" icon="close" small onClick={onClose} aria-label={t("ui-close")} />
        )}
      </header>
      <div className="body">{children}</div>
    </dialog>
  );
}
