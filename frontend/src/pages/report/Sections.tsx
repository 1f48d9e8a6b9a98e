import { Fragment } from "react";
import type { Claim, WrittenSection, WrittenSentence } from "@/generated/schema";
import { useTexts } from "@/text";
import { Figures } from "./Charts";
import { useReader } from "./reader";
import styles from "./Sections.module.css";
import { Paragraph, Pieces } from "./Sentences";

/** Names of the paragraphs of the summary, in the order in which a shift reads them. */
const TOPICS = {
  happened: "report-topic-happened",
  doubts: "report-topic-doubts",
  story: "report-topic-story",
  why: "report-topic-why",
  against: "report-topic-against",
  untested: "report-topic-untested",
  environment: "report-topic-environment",
  watch: "report-topic-watch",
} as const;

/** The section whose charts stand beside its text: the event is seen while it is read. */
const SUMMARY = "summary";

/** Every part of the report, in its order. */
export function Sections() {
  const { t } = useTexts();
  const { reading } = useReader();
  const references = reading.references ?? [];
  const unverified = reading.references_unverified ?? [];
  return (
    <>
      {reading.sections.map((section) => (
        <section key={section.id} id={section.id} className={styles.section} tabIndex={-1}>
          <h2>{section.title}</h2>
          {section.table.length > 0 && <WrittenTable section={section} />}
          <div className={section.id === SUMMARY ? styles.beside : styles.parts}>
            <div className={styles.parts}>
              {section.sentences.map((sentence, at) => (
                <Fragment key={sentence.address || at}>
                  {sentence.topic && <h3 className={styles.topic}>{t(TOPICS[sentence.topic])}</h3>}
                  <Paragraph sentence={sentence} />
                </Fragment>
              ))}
            </div>
            {section.figures.length > 0 && <Figures section={section} />}
          </div>
          <span data-end={section.id} />
        </section>
      ))}
      {references.length + unverified.length > 0 && (
        <section id="references" className={styles.section} tabIndex={-1}>
          <h2>{t("report-references")}</h2>
          <References texts={references} />
          {reading.references_note && <p>{reading.references_note}</p>}
          <References texts={unverified} />
        </section>
      )}
    </>
  );
}

function References({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={styles.references}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The unit of a cell that holds one number; null of one without a value, undefined of any other. */
function unitOf(cell: WrittenSentence | undefined, claims: ReadonlyMap<string, Claim>) {
  const values = (cell?.pieces ?? []).flatMap((piece) => claims.get(piece.claim ?? "") ?? []);
  if (values.length === 0) return null;
  const [only] = cell?.pieces.length === 1 ? values : [];
  return only && ["number", "count"].includes(only.kind) ? (only.unit ?? "") : undefined;
}

/** Which columns hold numbers of one unit, that stand under each other to the right. */
function numberColumns(rows: readonly WrittenSentence[][], claims: ReadonlyMap<string, Claim>) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const units = new Set(rows.map((row) => unitOf(row[column], claims)));
    units.delete(null);
    return units.size === 1 && !units.has(undefined);
  });
}

function WrittenTable({ section }: { section: WrittenSection }) {
  const [heads = [], ...rows] = section.table;
  const { claims } = useReader();
  const isRight = numberColumns(rows, claims);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys
    <section className={styles.scroll} aria-label={section.title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a version never move
              <th key={column} scope="col" className={isRight[column] ? styles.right : undefined}>
                <Pieces pieces={cell.pieces} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a version never move
            <tr key={line}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a version never move
                <td key={column} className={isRight[column] ? styles.right : undefined}>
                  <Pieces pieces={cell.pieces} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
