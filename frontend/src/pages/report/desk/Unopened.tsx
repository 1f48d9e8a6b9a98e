import type { OpenedPart } from "@/generated/schema";
import { useTexts } from "@/text";
import { useReader } from "../reader";
import styles from "./desk.module.css";

const KINDS = ["section", "figure", "evidence"] as const;

/** Parts of a version that were not opened; each leads to where it is. */
export function Unopened({ parts }: { parts: readonly OpenedPart[] }) {
  const { t } = useTexts();
  const { reading, charts, openChart, choose } = useReader();
  const linkOf = ({ on, id }: OpenedPart): [string, () => void] => {
    if (on === "section") {
      const section = reading.sections.find((one) => one.id === id);
      return [section?.title ?? id, () => document.getElementById(id)?.scrollIntoView()];
    }
    if (on === "figure") {
      const number = charts.find((one) => one.figure.artifact === id)?.number;
      return number === undefined ? [id, () => {}] : [`${number}`, () => openChart(number)];
    }
    const note = reading.evidence.find((one) => one.id === id);
    return [note?.name ?? id, () => choose({ evidence: id })];
  };
  return KINDS.map((kind) => {
    const own = parts.filter((part) => part.on === kind);
    if (own.length === 0) return null;
    return (
      <div key={kind} className={styles.unopened}>
        <span>{t(`desk-unopened-${kind}`)}</span>
        <ul>
          {own.map((part) => {
            const [name, go] = linkOf(part);
            return (
              <li key={part.id}>
                <button
                  type="button"
                  aria-label={kind === "figure" ? t("report-chart", { number: name }) : undefined}
                  data-unopened={`${kind} ${part.id}`}
                  onClick={go}
                >
                  {name}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    );
  });
}
