import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { filesOf, versionDocument } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import type { WrittenSection } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./Charts.module.css";
import { addressOfFigure, type Chart, textOf } from "./model";
import { useReader, useVersion } from "./reader";
import { CommentMark, Pieces } from "./Sentences";

/** The charts of a section, each with its caption. */
export function Figures({ section }: { section: WrittenSection }) {
  const { charts } = useReader();
  const own = new Set(section.figures.map((figure) => figure.artifact));
  const shown = charts.filter((chart) => own.has(chart.figure.artifact));
  return (
    <div className={[styles.figures, shown.length === 1 ? styles.single : ""].join(" ")}>
      {shown.map((chart) => (
        <Figure key={chart.number} chart={chart} />
      ))}
    </div>
  );
}

function Figure({ chart: { number, figure } }: { chart: Chart }) {
  const { t } = useTexts();
  const { openChart, lit } = useReader();
  const isLit = lit === `evidence:${figure.evidence_id}`;
  return (
    <figure id={addressOfFigure(figure)} className={isLit ? styles.lit : undefined}>
      <button
        type="button"
        className={styles.open}
        aria-label={t("report-chart-open", { number })}
        onClick={() => openChart(number)}
      >
        <Picture artifact={figure.artifact} evidence={figure.evidence_id} alt="" />
      </button>
      <figcaption>
        <strong>{t("report-chart", { number })}</strong> <Pieces pieces={figure.caption.pieces} />
        <CommentMark address={addressOfFigure(figure)} />
      </figcaption>
    </figure>
  );
}

interface PictureProps {
  artifact: string;
  evidence: string;
  alt: string;
  className?: string;
}

/** A chart as it was drawn; its place is kept while it loads. */
export function Picture({ artifact, evidence, alt, className }: PictureProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const version = useVersion();
  const files = useQuery(filesOf(api, centre, version.diagnosis));
  const { data } = useQuery(versionDocument(api, centre, version));
  const [lost, setLost] = useState<string | null>(null);
  const drawn = [...(data?.document.measured ?? []), ...(data?.document.evidence ?? [])].find(
    (item) => item.id === evidence,
  )?.figure;
  const address = files.data?.results.find((file) => file.name === artifact)?.url;
  if (files.isError || (address !== undefined && address === lost)) {
    return <span className={styles.lost}>{t("report-chart-lost")}</span>;
  }
  // Until its address is known, nothing is asked for; a source of "" would be the page itself.
  return (
    <img
      className={className}
      src={address}
      alt={alt}
      width={drawn?.width}
      height={drawn?.height}
      loading="lazy"
      onError={() => setLost(address ?? null)}
    />
  );
}

interface ViewerProps {
  chart: Chart;
  onGo: (number: number) => void;
  onClose: () => void;
}

/** One chart over the whole window; the arrow keys go through all charts of the report. */
export function Viewer({ chart, onGo, onClose }: ViewerProps) {
  const { t } = useTexts();
  const { charts, choose } = useReader();
  const [isLarge, setLarge] = useState(false);
  const { number, figure } = chart;
  const go = (to: number) => to >= 1 && to <= charts.length && onGo(to);
  const onKeyDown = (event: KeyboardEvent) => {
    // At its full size a chart is moved by the arrow keys.
    if (isLarge && event.key.startsWith("Arrow")) return;
    if (event.key === "ArrowLeft") go(number - 1);
    if (event.key === "ArrowRight") go(number + 1);
    if (event.key === "z") setLarge(!isLarge);
  };
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog className={styles.viewer ?? ""}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons that are shown */}
          <div className={styles.inside} onKeyDown={onKeyDown}>
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
              <Button kind="bare" icon="close" aria-label={t("close")} onPress={onClose} />
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
