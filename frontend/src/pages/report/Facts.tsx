import { useTexts } from "@/text";
import styles from "./Facts.module.css";
import { langOf } from "./model";
import { useReader } from "./reader";
import { Pieces } from "./Sentences";

/** What, where, when, how severe and why: what a shift wants to know before it reads on. */
export function Facts() {
  const { t, language } = useTexts();
  const { reading } = useReader();
  return (
    <dl className={styles.facts} lang={langOf(reading.language)}>
      {reading.facts.map((fact) => (
        <div key={fact.name}>
          <dt lang={langOf(language)}>{t(`report-fact-${fact.name}`)}</dt>
          {fact.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a version never move
            <dd key={at}>
              <Pieces pieces={line.pieces} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
