import { useEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "@/design/components/Button";
import { useTexts } from "@/text";
import { Picture } from "./Charts";
import { type Chart, textOf } from "./model";
import { useReader } from "./reader";
import styles from "./Viewer.module.css";

interface ViewerProps {
  chart: Chart;
  onGo: (number: number) => void;
  onClose: () => void;
}

/** One chart over the whole window; the arrow keys go through all charts of the report. */
export default function Viewer({ chart, onGo, onClose }: ViewerProps) {
  const { t } = useTexts();
  const { charts, choose } = useReader();
  const [isLarge, setLarge] = useState(false);
  const { number, figure } = chart;
  const go = (to: number) => to >= 1 && to <= charts.length && onGo(to);
  const act = useRef<(key: string) => void>(undefined);
  useEffect(() => {
    act.current = (key) => {
      if (key === "z") setLarge(!isLarge);
      // At its full size a chart is moved by the arrow keys.
      if (isLarge) return;
      if (key === "ArrowLeft") go(number - 1);
      if (key === "ArrowRight") go(number + 1);
    };
  });
  useEffect(() => {
    // Wherever the focus is in the dialog: nothing is typed in it.
    const listen = (event: KeyboardEvent) => act.current?.(event.key);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog className={styles.viewer ?? ""}>
          <div className={styles.inside}>
            <header>
              <Heading slot="title" level={2}>
                {t("report-chart-of", { number, count: charts.length })}
              </Heading>
              <Button
                kind="bare"
                icon="back"
                keys="ArrowLeft"
                aria-label={t("report-chart-previous")}
                isDisabled={number === 1}
                onPress={() => go(number - 1)}
              />
              <Button
                kind="bare"
                icon="next"
                keys="ArrowRight"
                aria-label={t("report-chart-next")}
                isDisabled={number === charts.length}
                onPress={() => go(number + 1)}
              />
              <Button kind="bare" keys="z" onPress={() => setLarge(!isLarge)}>
                {t(isLarge ? "report-chart-whole" : "report-chart-size")}
              </Button>
              <Button
                kind="bare"
                onPress={() => {
                  onClose();
                  choose({ evidence: figure.evidence_id });
                }}
              >
                {t("report-evidence")}
              </Button>
              <Button kind="bare" icon="close" keys="Escape" onPress={onClose}>
                {t("close")}
              </Button>
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a chart larger than the window is moved by keys */}
            <div className={styles.stage} data-large={isLarge || undefined} tabIndex={0}>
              <Picture
                key={figure.artifact}
                artifact={figure.artifact}
                evidence={figure.evidence_id}
                alt={textOf(figure.caption)}
              />
            </div>
            <p className={styles.caption}>{textOf(figure.caption)}</p>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
