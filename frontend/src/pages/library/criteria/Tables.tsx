import { EventMark } from "@/design/components/Marks";
import type { PresetNumberInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { unitText } from "@/text/messages";
import { commonOf, type Row, type Section, sectionsOf, withoutEvent } from "./criteria";
import styles from "./criteria.module.css";
import { CriteriaNumber, Origin, Wrong } from "./Number";

/** The numbers of criteria: for each type of event a table of grades, then days and areas. */
export function Tables({ numbers }: { numbers: readonly PresetNumberInfo[] }) {
  const { language } = useTexts();
  return sectionsOf(numbers, language).map((section) => (
    <OfEvent key={section.event} section={section} />
  ));
}

function OfEvent({ section }: { section: Section }) {
  const { t, label } = useTexts();
  const { event, grades, rows, singles } = section;
  const id = `criteria-${event ?? "days"}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        {event ? <EventMark finding={event} name={label(event)} /> : t("criteria-days-areas")}
      </h2>
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {grades.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grades are known by their place
                <th key={at} scope="col">
                  <GradeName at={at} name={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Graded key={keyOf(row)} row={row} grades={grades} />
            ))}
          </tbody>
        </table>
      )}
      {singles.length > 0 && (
        <ul className={styles.singles}>
          {singles.map((row) => (
            <Single key={keyOf(row)} row={row} event={event ? label(event) : ""} />
          ))}
        </ul>
      )}
    </section>
  );
}

const keyOf = ({ numbers }: Row): string => numbers.find((one) => one !== undefined)?.path ?? "";

function GradeName({ at, name }: { at: number; name: string }) {
  const { t } = useTexts();
  return (
    <>
      {t("criteria-grade", { number: at + 1 })}
      {name && <small>{name}</small>}
    </>
  );
}

/** Numbers of one kind, grade by grade. */
function Graded({ row, grades }: { row: Row; grades: readonly string[] }) {
  const { t } = useTexts();
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles.name}>
            {row.way > 0 ? t("criteria-or", { what: row.name }) : row.name}
          </span>
          <Common row={row} />
        </th>
        {row.numbers.map((number, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grades are known by their place
          <td key={at} data-none={number ? undefined : true}>
            {number && (
              <>
                <span className={styles.grade} aria-hidden="true">
                  <GradeName at={at} name={grades[at] ?? ""} />
                </span>
                <CriteriaNumber number={number} isSourceShown={originOf(row) === undefined} />
              </>
            )}
          </td>
        ))}
      </tr>
      <Wrong row={row} columns={row.numbers.length} />
    </>
  );
}

function Single({ row, event }: { row: Row; event: string }) {
  const number = row.numbers[0];
  if (!number) return null;
  return (
    <li>
      <div className={styles.what}>
        <span className={styles.name}>{withoutEvent(row.name, event)}</span>
        <Common row={row} />
      </div>
      <div>
        <CriteriaNumber number={number} isSourceShown={false} />
        <Wrong row={row} />
      </div>
    </li>
  );
}

/** Where the numbers of a row are from, where it is the same of all. */
const originOf = (row: Row) => commonOf(row, ({ label, source }) => `${label} ${source}`);

/** What is to be known of all numbers of a row: what is sensible, and where they are from. */
function Common({ row }: { row: Row }) {
  const { t, language } = useTexts();
  const first = row.numbers.find((one) => one !== undefined);
  if (!first) return null;
  const range = commonOf(row, ({ least, greatest }) => `${least} ${greatest}`);
  const written = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const [low, high] = [first.least, first.greatest].map((one) =>
    written.format(one).replace("-", "−"),
  );
  const unit = first.unit === "" || first.unit === "1" ? "none" : unitText(first.unit);
  return (
    <span className={styles.quiet}>
      {range !== undefined && t("criteria-range", { low: low ?? "", high: high ?? "", unit })}
      {originOf(row) !== undefined && <Origin label={first.label} source={first.source} />}
    </span>
  );
}
