import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useTexts } from "@/text";
import { Button } from "./Button";
import styles from "./Layers.module.css";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Closes it; one without cannot be left without an answer. */
  onClose?: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** A layer above the page that keeps the focus and gives it back. */
export function Dialog({ title, isOpen, onClose, wide, children }: DialogProps) {
  const { t } = useTexts();
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen={isOpen}
      isDismissable={Boolean(onClose)}
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(open) => !open && onClose?.()}
    >
      <Modal className={[styles.modal, wide ? styles.wide : ""].join(" ")}>
        <AriaDialog className={styles.dialog ?? ""}>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {onClose && (
              <Button kind="bare" icon="close" aria-label={t("close")} onPress={onClose} />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
