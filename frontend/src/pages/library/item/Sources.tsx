import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { bibliography } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import type { Experience } from "@/generated/schema";
import { useTexts } from "@/text";
import { BothHits } from "../Hits";
import { useNames } from "../names";
import { ItemLink, OutcomeMark } from "../parts";
import { type Document, valueAt } from "./fields";
import styles from "./item.module.css";
import { marked } from "./passage";
import type { Item } from "./useItem";

interface SourcesProps {
  item: Item;
  document: Document;
  /** Why the hits are not those of what the entry says now. */
  hitsNote?: string | undefined;
}

/** What an entry rests on, with the passages, and how often its anomaly was found. */
export function Sources({ item, document, hitsNote }: SourcesProps) {
  if (item.kind === "reference") return <CitedBy item={item} />;
  if (item.kind === "cause") return null;
  return (
    <>
      <Cited document={document} />
      <Found item={item} note={hitsNote} />
    </>
  );
}

interface Passage {
  reference: string;
  passage?: string;
  page?: string;
  quoted?: string;
}

function Cited({ document }: { document: Document }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const { data: known } = useQuery(bibliography(api, centre));
  const citations = ((valueAt(document, "citations") ?? []) as (Passage | string)[]).map(
    (one): Passage => (typeof one === "string" ? { reference: one } : one),
  );
  return (
    <section className={styles.sources} aria-labelledby="item-sources">
      <h2 id="item-sources">{t("item-sources")}</h2>
      {citations.length === 0 && <p className={styles.hint}>{t("lib-nothing")}</p>}
      <ul>
        {citations.map((one, at) => {
          const found = known?.find(({ reference }) => reference.key === one.reference);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one publication can be cited twice
            <li key={at}>
              <ItemLink kind="reference" item={one.reference}>
                {found?.text ?? one.reference}
              </ItemLink>
              {found && <OutcomeMark outcome={found.reference.outcome ?? "unchecked"} />}
              {found?.reference.doi && (
                <a href={`https://doi.org/${found.reference.doi}`} rel="noreferrer" target="_blank">
                  {found.reference.doi}
                </a>
              )}
              {one.passage ? (
                <blockquote>
                  {marked(one.passage, one.quoted ?? "").map((part, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name
                    <Fragment key={place}>
                      {part.isMarked ? <mark>{part.text}</mark> : part.text}
                    </Fragment>
                  ))}
                  {one.page && <footer>{t("item-on-page", { page: one.page })}</footer>}
                </blockquote>
              ) : (
                <p className={styles.hint}>{t("item-no-passage")}</p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Found({ item, note }: { item: Item; note: string | undefined }) {
  const { t } = useTexts();
  const experience = item.document.experience as Experience | null | undefined;
  return (
    <section className={styles.sources} aria-labelledby="item-hits">
      <h2 id="item-hits">{t("lib-field-experience")}</h2>
      <BothHits experience={experience} />
      <p className={styles.hint}>{t("item-hits-text")}</p>
      {experience && item.change?.proposal && (
        <p className={styles.hint}>{t("item-hits-before")}</p>
      )}
      {experience && note && <p className={styles.hint}>{note}</p>}
    </section>
  );
}

function CitedBy({ item }: { item: Item }) {
  const { t } = useTexts();
  const names = useNames();
  return (
    <section className={styles.sources} aria-labelledby="item-cited">
      <h2 id="item-cited">{t("item-cited-by", { count: item.citedBy.length })}</h2>
      <ul>
        {item.citedBy.map((entry) => (
          <li key={entry}>
            <ItemLink kind="entry" item={entry}>
              {names.item("entry", entry)}
            </ItemLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
