import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { librarySearch } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { EventMark, Mark } from "@/design/components/Marks";
import { Segments } from "@/design/components/Segments";
import type { Column } from "@/design/components/Table";
import type {
  ProposedKind,
  SearchAnswer,
  SearchHit,
  SearchPassage,
  SearchSegment,
} from "@/generated/schema";
import { MoreTexts, type Part, useTexts } from "@/text";
import type { Language } from "@/text/catalogue";
import { ListPage } from "../../ListPage";
import { LibraryFrame } from "../frame";
import { ItemLink } from "../parts";
import { KINDS, type WordSearch } from "../search";
import styles from "./found.module.css";

const TEXTS: Part = {
  en: () => import("../../../../messages/found.en.ftl?raw"),
  zh: () => import("../../../../messages/found.zh.ftl?raw"),
};

interface FoundProps {
  search: WordSearch;
  onSearch: (search: WordSearch) => void;
}

/** What of the whole library holds the words that are searched for, the best first. */
export default function FoundPage({ search, onSearch }: FoundProps) {
  const { kind } = search;
  const words = {
    text: search.q ?? "",
    onChange: (q: string) => onSearch(q ? { q, ...(kind && { kind }) } : {}),
  };
  return (
    <LibraryFrame tab={null} words={words}>
      <MoreTexts part={TEXTS}>
        <Page search={search} onSearch={onSearch} />
      </MoreTexts>
    </LibraryFrame>
  );
}

function Page({ search, onSearch }: FoundProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(librarySearch(api, centre, search));
  const isAsked = search.q !== undefined;
  return (
    <ListPage
      title={t("found-title")}
      lead={t("found-lead")}
      query={query}
      above={
        isAsked && query.data && <Above answer={query.data} search={search} onSearch={onSearch} />
      }
      columns={useColumns()}
      keyOf={(hit) => `${hit.kind} ${hit.key}`}
      empty={
        isAsked
          ? { title: t("found-nothing"), text: t("found-nothing-text") }
          : { title: t("found-begin"), text: t("found-begin-text") }
      }
    />
  );
}

function Above({ answer, search, onSearch }: FoundProps & { answer: SearchAnswer }) {
  const { t } = useTexts();
  const all = answer.counts.reduce((sum, { count }) => sum + count, 0);
  const countOf = (kind: ProposedKind) =>
    answer.counts.find((one) => one.kind === kind)?.count ?? 0;
  const turn = (page: number) => onSearch({ ...search, page });
  return (
    <div className={styles.above}>
      {answer.words === 0 && <Notice live>{t("found-no-words")}</Notice>}
      {!answer.holds_all && answer.total > 0 && <Notice live>{t("found-most")}</Notice>}
      {all > 0 && (
        <div className={styles.kinds}>
          <Segments
            label={t("found-kind")}
            value={search.kind ?? "all"}
            options={[
              { value: "all", name: t("found-all", { count: all }) },
              ...KINDS.map((value) => ({
                value,
                name: t(`found-kind-${value}`, { count: countOf(value) }),
              })),
            ]}
            onChange={(kind) =>
              onSearch({ ...(search.q && { q: search.q }), ...(kind !== "all" && { kind }) })
            }
          />
          {answer.pages > 1 && (
            <nav className={styles.pages} aria-label={t("pager")}>
              <Button isDisabled={answer.page <= 1} onPress={() => turn(answer.page - 1)}>
                {t("found-before")}
              </Button>
              {t("found-page", { page: answer.page, pages: answer.pages })}
              <Button
                isDisabled={answer.page >= answer.pages}
                onPress={() => turn(answer.page + 1)}
              >
                {t("found-after")}
              </Button>
            </nav>
          )}
        </div>
      )}
    </div>
  );
}

function useColumns(): readonly Column<SearchHit>[] {
  const { t, label, language } = useTexts();
  return [
    {
      id: "what",
      name: t("found-what"),
      width: "70%",
      cell: (hit) => <Title hit={hit} />,
      more: (hit) =>
        hit.passages
          .filter((passage) => passage !== nameIn(hit, language))
          .map((passage) => (
            <Passage key={passage.segments.map(({ text }) => text).join("")} passage={passage} />
          )),
    },
    {
      id: "kind",
      name: t("found-kind"),
      width: "14%",
      cell: (hit) => t(`lib-kind-${hit.kind}`),
      more: (hit) => hit.own && <Mark tone="ink" icon="draft" name={t("found-own")} />,
    },
    {
      id: "event",
      name: t("event"),
      width: "16%",
      cell: (hit) =>
        hit.event_types.map((event) => (
          <EventMark key={event} finding={event} name={label(event)} />
        )),
    },
  ];
}

const titleIn = (hit: SearchHit, language: Language) =>
  language === "zh" ? hit.title_zh : hit.title;

/** What was found in the title that is shown: it is marked there and not repeated. */
const nameIn = (hit: SearchHit, language: Language) =>
  hit.passages.find(
    ({ place, segments }) =>
      place === "name" && segments.map(({ text }) => text).join("") === titleIn(hit, language),
  );

function Title({ hit }: { hit: SearchHit }) {
  const { language } = useTexts();
  const { centre } = useCentre();
  const name = nameIn(hit, language);
  const title = name ? <Segmented segments={name.segments} /> : titleIn(hit, language);
  if (!hit.own) {
    return (
      <ItemLink kind={hit.kind} item={hit.key}>
        {title}
      </ItemLink>
    );
  }
  return (
    <Link to="/c/$centre/library/centre/entries/$item" params={{ centre, item: hit.key }}>
      {title}
    </Link>
  );
}

function Passage({ passage }: { passage: SearchPassage }) {
  const { t } = useTexts();
  const place = t(`found-in-${passage.place}`);
  return (
    <span className={styles.passage}>
      <span className={styles.place}>
        {passage.by_centre ? t("found-by-centre", { place }) : place}
      </span>
      <span lang={passage.language || undefined}>
        <Segmented segments={passage.segments} />
      </span>
    </span>
  );
}

/** A text in pieces, of which those that were searched for are marked. */
function Segmented({ segments }: { segments: readonly SearchSegment[] }) {
  let at = 0;
  return segments.map(({ text, match }) => {
    const key = at;
    at += text.length;
    return match ? (
      <mark key={key} className={styles.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    );
  });
}
