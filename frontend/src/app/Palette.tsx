import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, data } from "@/api/client";
import type { Diagnosis, DiagnosisPage, Hit, HitKind, HitPage } from "@/api/schema";
import { classified, Dialog, Icon, type IconName, unnamed } from "@/design";
import { chooseTheme, theme } from "@/design/theme";
import { useTexts } from "@/texts";
import { PLACES } from "./navigation";

interface Command {
  id: string;
  text: string;
  more?: string;
  icon: IconName;
  run: () => void;
}

const MOST_SHOWN = 12;

/** Whether all words of a search are in a text, in any order. */
export function matches(text: string, search: string): boolean {
  const low = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

/** Everything that can be reached by typing: pages, diagnoses that are known here, the theme. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t("ui-find")} open={open} onClose={onClose}>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

const HIT_ICONS: Record<HitKind, IconName> = {
  place: "situation",
  catalog: "library",
  entry: "library",
  report: "audit",
  diagnosis: "diagnoses",
};
const PAUSE_MS = 250;

/** What the platform finds of what was typed, once nobody types for a moment. */
function useHits(search: string): Hit[] {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const found = useQuery({
    queryKey: ["search", paused],
    queryFn: async () =>
      (await data(
        api.GET("/api/v1/search/", { params: { query: { q: paused, page_size: 8 } } }),
      )) as HitPage,
    enabled: paused.length > 1,
    retry: false,
    staleTime: 30_000,
  });
  return paused === search ? (found.data?.results ?? []) : [];
}

/** The page of a hit, with what it is given. */
function placeOf(hit: Hit): [string, { state?: object }?] {
  if (hit.kind === "diagnosis") return [`/diagnoses/${hit.id}`];
  if (hit.kind === "report") return [`/reports/${hit.id}`];
  if (hit.kind === "catalog") return [`/library/catalogue/${hit.id}`];
  if (hit.kind === "entry") {
    const digest = /releases\/([0-9a-f]+)\//.exec(hit.url ?? "")?.[1];
    return [digest ? `/library/${digest}/${hit.id}` : "/library"];
  }
  return ["/new", { state: { region: hit.region } }];
}

function Finder({ onClose }: { onClose: () => void }) {
  const { t, label, language } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const commands = useMemo<Command[]>(() => {
    const known = new Map<string, Diagnosis>();
    for (const [, page] of client.getQueriesData<DiagnosisPage>({ queryKey: ["diagnoses"] })) {
      for (const job of page?.results ?? []) known.set(job.id, job);
    }
    return [
      ...PLACES.map((place) => ({
        id: place.id,
        text: t(`ui-nav-${place.id}`),
        more: `G ${place.key.toUpperCase()}`,
        icon: place.icon,
        run: () => navigate(place.path),
      })),
      {
        id: "theme",
        text: t(theme() === "dark" ? "ui-theme-light" : "ui-theme-dark"),
        icon: "settings" as const,
        run: () => chooseTheme(theme() === "dark" ? "light" : "dark"),
      },
      {
        id: "design",
        text: t("ui-nav-design"),
        icon: "library" as const,
        run: () => navigate("/design"),
      },
      ...[...known.values()].map((job) => ({
        id: job.id,
        text: `${job.state.event ? label(job.state.event) : t(unnamed(job.status, classified(job)))} · ${job.source}`,
        more: job.id.slice(0, 8),
        icon: job.status,
        run: () => navigate(`/diagnoses/${job.id}`),
      })),
    ];
  }, [client, navigate, t, label]);
  const hits = useHits(search.trim());
  const found = hits.map((hit) => ({
    id: `${hit.kind} ${hit.id}`,
    text: (language === "zh" && hit.title_zh) || hit.title,
    more: t(`ui-hit-${hit.kind}`),
    icon: HIT_ICONS[hit.kind],
    run: () => void navigate(...placeOf(hit)),
  }));
  const shown = commands
    .filter((command) => matches(`${command.text} ${command.more ?? ""} ${command.id}`, search))
    .slice(0, MOST_SHOWN)
    .concat(found);
  const current = Math.min(chosen, shown.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  return (
    <div className="palette">
      <input
        className="input"
        // biome-ignore lint/a11y/noAutofocus: opened to be typed into
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[current] ? `${id}-${current}` : undefined}
        aria-label={t("ui-find")}
        placeholder={t("ui-find-hint")}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            event.preventDefault();
            setChosen((current + step + shown.length) % Math.max(1, shown.length));
          }
          if (event.key === "Enter") run(shown[current]);
        }}
      />
      <div role="listbox" className="found" id={`${id}-list`} ref={list} aria-label={t("ui-find")}>
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <Icon name={command.icon} />
            <span className="grow cut">{command.text}</span>
            <span className="quiet tiny">{command.more}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="quiet small">{t("ui-find-nothing")}</p>}
    </div>
  );
}
