import type { OpenedPart } from "@/generated/schema";
import { useTexts } from "@/text";
import { useReader } from "../reader";
import styles from "./desk.module.css";

/** Parts of a version that were not opened; each leads to where it is. */
export function Unopened({ parts }: { parts: readonly OpenedPart[] }) {
  const { t } = useTexts();
  const { reading, charts, openChart, choose } = useReader();
  const nameOf = ({ on, id }: OpenedPart): [string, () => void] => {
    if (on === "section") {
      const section = reading.sections.find((one) => one.id === id);
      return [section?.title ?? id, () => document.getElementById(id)?.scrollIntoView()];
    }
    if (on === "figure") {
      const chart = charts.find((one) => one.figure.artifact === id);
      if (!chart) return [id, () => {}];
      return [t("report-chart", { number: chart.number }), () => openChart(chart.number)];
    }
    const note = reading.evidence.find((one) => one.id === id);
    return [note?.name ?? id, () => choose({ evidence: id })];
  };
  return (
    <ul className={styles.unopened}>
      {parts.map((part) => {
        const [name, go] = nameOf(part);
        return (
          <li key={`${part.on} ${part.id}`}>
            <button type="button" onClick={go}>
              {t(`desk-unopened-${part.on}`, { name })}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
