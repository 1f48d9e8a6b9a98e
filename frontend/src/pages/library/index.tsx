import "./library.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, NavLink, Route, Routes, useParams } from "react-router";
import { api, data, dataAs } from "@/api/client";
import type { Category, EntryList, EventType, GuidelineEntry } from "@/api/schema";
import { Empty, EVENTS, EventMark, Loading } from "@/design";
import { useTexts } from "@/texts";
import { Catalogue, ToolPage } from "./Catalogue";
import { Coverage } from "./Coverage";
import { EntryPage } from "./EntryPage";

const CATEGORIES: Category[] = ["dynamics", "thermodynamics", "moisture"];

/** The Guideline Library: what each factor is evidence of, how it is judged, from which source. */
export default function Library() {
  const { t } = useTexts();
  const releases = useQuery({
    queryKey: ["releases"],
    queryFn: async () => (await data(api.GET("/api/v1/guidelines/releases/"))).results,
    staleTime: 60_000,
  });
  return (
    <div className="sheet library">
      <header>
        <h1>{t("ui-library-title")}</h1>
      </header>
      <nav className="tabs" aria-label={t("ui-library-title")}>
        <NavLink to="/library" end>
          {t("ui-library-entries")}
        </NavLink>
        <NavLink to="/library/coverage">{t("ui-library-coverage")}</NavLink>
        <NavLink to="/library/catalogue">{t("ui-library-catalogue")}</NavLink>
      </nav>
      <Routes>
        <Route path="catalogue" element={<Catalogue />} />
        <Route path="catalogue/:name" element={<ToolPage />} />
        <Route
          path="*"
          element={
            <Loading query={releases} lines={8}>
              {(list) => {
                const newest = list[0];
                if (!newest) return <Empty title={t("ui-library-none")} />;
                return (
                  <Routes>
                    <Route index element={<Entries digest={newest.digest} />} />
                    <Route path="coverage" element={<Covered digest={newest.digest} />} />
                    <Route path=":digest/:entry" element={<One />} />
                  </Routes>
                );
              }}
            </Loading>
          }
        />
      </Routes>
    </div>
  );
}

function useEntries(digest: string) {
  return useQuery({
    queryKey: ["entries", digest],
    queryFn: async () =>
      (
        await dataAs<EntryList>(
          api.GET("/api/v1/guidelines/releases/{digest}/entries/", {
            params: { path: { digest } },
          }),
        )
      ).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Covered({ digest }: { digest: string }) {
  const found = useEntries(digest);
  return (
    <Loading query={found}>{(entries) => <Coverage entries={entries} digest={digest} />}</Loading>
  );
}

function One() {
  const { t } = useTexts();
  const { digest = "", entry = "" } = useParams();
  const found = useEntries(digest);
  return (
    <Loading query={found}>
      {(entries) => {
        const one = entries.find((item) => item.id === entry);
        return one ? (
          <EntryPage entry={one} entries={entries} digest={digest} />
        ) : (
          <Empty title={t("ui-not-found-title")} />
        );
      }}
    </Loading>
  );
}

function Entries({ digest }: { digest: string }) {
  const { t, label, tool, language } = useTexts();
  const found = useEntries(digest);
  const [search, setSearch] = useState("");
  const [event, setEvent] = useState<EventType | "">("");
  const [category, setCategory] = useState<Category | "">("");
  const rationale = (entry: GuidelineEntry) =>
    (language === "zh" && entry.rationale_zh) || entry.rationale;
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (found.data ?? []).filter((entry) => {
      if (event && !entry.event_types.includes(event)) return false;
      if (category && entry.category !== category) return false;
      const text = [
        ...[entry.id, tool(entry.factor), entry.rationale, entry.rationale_zh ?? "", entry.note],
        ...entry.references.map((one) => one.text),
      ]
        .join(" ")
        .toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [found.data, search, event, category, tool]);
  return (
    <div className="stack">
      <div className="row filters" role="search">
        <input
          className="input grow"
          type="search"
          aria-label={t("ui-library-search")}
          placeholder={t("ui-library-search")}
          value={search}
          onChange={(changed) => setSearch(changed.target.value)}
        />
        <select
          className="input"
          aria-label={t("ui-event")}
          value={event}
          onChange={(changed) => setEvent(changed.target.value as EventType | "")}
        >
          <option value="">{t("ui-all-events")}</option>
          {EVENTS.map((one) => (
            <option key={one} value={one}>
              {label(one)}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label={t("ui-category")}
          value={category}
          onChange={(changed) => setCategory(changed.target.value as Category | "")}
        >
          <option value="">{t("ui-all-categories")}</option>
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {t(`ui-category-${one}`)}
            </option>
          ))}
        </select>
        <span className="small quiet">{t("ui-list-count", { n: shown.length })}</span>
      </div>
      <Loading query={found} lines={10}>
        {() =>
          shown.length === 0 ? (
            <Empty title={t("ui-find-nothing-short")} />
          ) : (
            <ul className="entries">
              {shown.map((entry) => (
                <li key={entry.id}>
                  <Link to={`/library/${digest}/${entry.id}`}>
                    <span className="row">
                      <strong>{tool(entry.factor)}</strong>
                      <span className="tiny quiet">{t(`ui-category-${entry.category}`)}</span>
                      <span className="grow" />
                      {entry.event_types.map((one) => (
                        <EventMark key={one} event={one} bare />
                      ))}
                    </span>
                    <span className="small soft">{rationale(entry)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </div>
  );
}
