import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { filesOf, versionDocument } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import type { WrittenSection } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./Charts.module.css";
import { addressOfFigure, type Chart } from "./model";
import { NotOpened } from "./opened";
import { useReader, useVersion } from "./reader";
import { PartActs, Pieces } from "./Sentences";

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
        <NotOpened on="figure" id={figure.artifact} />
        <PartActs address={addressOfFigure(figure)} />
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
