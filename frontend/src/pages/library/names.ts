import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { bibliography, causes, type ListedKind, presets, tools } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { EVENTS } from "@/design/components/Marks";
import type { AbsoluteTest, LibraryEntry, PresetInfo, ToolSpec } from "@/generated/schema";
import { PRESETS } from "@/pages/new/search";
import { type Texts, useCatalogue, useTexts } from "@/text";
import { type Catalogue, capitalised } from "@/text/catalogue";
import { unitText } from "@/text/messages";
import { latitudes, longitudes } from "@/text/places";

/** Names of the library's items and fields in the reader's language, and what their fields say. */
export interface Names {
  tool: (name: string) => string;
  tools: ReadonlyMap<string, ToolSpec>;
  /** The name of an item by its kind and its name in the library. */
  item: (kind: ListedKind, key: string) => string;
  /** The name of a field; of a number of criteria, where it is said of which. */
  field: (path: string, of?: Of) => string;
  /** What a field says, on one line. */
  value: (path: string, value: unknown, unit?: string) => string;
  /** Several names in a sentence. */
  all: (items: readonly string[]) => string;
  /** What an entry expects, on one line. */
  expected: (entry: LibraryEntry) => string;
}

/** The item that a field is of. */
export interface Of {
  kind: ListedKind;
  item: string;
}

/** Names in the reader's language; those of criteria are read where such an item is listed. */
export function useNames(listed?: ListedKind): Names {
  const texts = useTexts();
  const catalogue = useCatalogue();
  const { api, centre } = useCentre();
  const known = useQuery(tools(api, centre)).data;
  const explained = useQuery(causes(api, centre)).data;
  const publications = useQuery(bibliography(api, centre)).data;
  const criteria = useQuery({ ...presets(api, centre), enabled: listed === "preset" }).data;
  return useMemo(() => {
    const specs = new Map(known?.map((spec) => [spec.name, spec]));
    const explanations = new Map(
      explained?.map(({ key, cause }) => [
        key,
        texts.language === "zh" ? cause.name_zh : cause.name,
      ]),
    );
    const cited = new Map(
      publications?.map(({ reference: { key, outcome = "unchecked" }, text }) => [
        key,
        `${text} (${texts.t(`lib-value-outcome-${outcome}`)})`,
      ]),
    );
    return namesOf(texts, catalogue, specs, explanations, cited, criteria);
  }, [texts, catalogue, known, explained, publications, criteria]);
}

/** What is said of where a limit comes from. */
const BASIS = ["reference", "page", "effective", "region", "season", "resolution_deg"] as const;

interface Cited {
  reference: string;
  /** As a release prints it. */
  text?: string;
  page?: string;
  passage?: string;
  quoted?: string;
}

/** How the names of the entries of the package begin: with their type of event. */
const OF_EVENT = /^g_(rainstorm|snowstorm|gale|heat_wave|cold_wave)_(.+)$/;

export function namesOf(
  texts: Texts,
  catalogue: Catalogue,
  tools: ReadonlyMap<string, ToolSpec>,
  explanations: ReadonlyMap<string, string>,
  cited: ReadonlyMap<string, string>,
  criteria: readonly PresetInfo[] = [],
): Names {
  const { t, label, language } = texts;
  const listed = (items: readonly string[], type: "conjunction" | "disjunction") =>
    new Intl.ListFormat(language, { type }).format(items);
  const all = (items: readonly string[]) => listed(items, "conjunction");
  const tool = (name: string) => {
    const spec = tools.get(name);
    return spec ? (language === "zh" ? spec.title_zh : spec.title_en) : name.replaceAll("_", " ");
  };
  const cause = (name: string) => {
    const key = [...explanations.keys()].find((one) => one === name || one.endsWith(`/${name}`));
    return (key && explanations.get(key)) ?? name.replace(/^.*\//, "").replaceAll("_", " ");
  };
  const choice = (path: string, value: string) => {
    if (value in SIGNS) return SIGNS[value as keyof typeof SIGNS];
    const id = `lib-value-${path.replaceAll(".", "-")}-${value.replace(/\W+/g, "-")}`;
    return catalogue.has(id) ? catalogue.named(id, {}) : value.replaceAll("_", " ");
  };
  const citation = ({ reference, text, page, passage, quoted }: Cited): string =>
    [
      cited.get(reference) ?? text ?? reference,
      page && t("lib-cited-page", { page }),
      passage && t("lib-cited-passage", { passage }),
      quoted && t("lib-cited-number", { quoted }),
    ]
      .filter(Boolean)
      .join(" · ");
  const value = (path: string, given: unknown, unit = ""): string => {
    if (given === null || given === undefined || given === "") return t("lib-nothing");
    if (Array.isArray(given) && given.length === 0) return t("lib-nothing");
    if (typeof given === "boolean") return t(given ? "lib-yes" : "lib-no");
    if (typeof given === "number") {
      if (path === "where.reach_km") return `${signed(given)} km`;
      if (path === "expected.level") return `${signed(given)} hPa`;
      return measured(signed(given), unit);
    }
    if (typeof given === "string") {
      if (path === "factor") return tool(given);
      if (path === "category" || path === "modality") return label(given);
      return choice(path, given);
    }
    if (!Array.isArray(given)) return compact(given);
    switch (path) {
      case "event_types":
        return all(given.map((one) => label(String(one))));
      case "alternatives":
        return all(given.map((one) => tool(String(one))));
      case "supports":
      case "opposes":
      case "feeds":
        return all(given.map((one) => cause(String(one))));
      case "where.lag_hours":
        return t("lib-hours", { first: signed(given[0]), last: signed(given[1]) });
      case "conditions_machine.abs_lat_range":
        return `${signed(given[0])}–${signed(given[1])}°`;
      case "conditions_machine.event_centre_in":
        return `${latitudes(given)}, ${longitudes(given)}`;
      case "conditions_machine.months_nh":
        return all(given.map((month) => monthOf(Number(month), language)));
      case "references":
        return given.map((one) => citation({ ...one, reference: one.key ?? one.text })).join("; ");
      case "citations":
        return given
          .map((one) => citation(typeof one === "string" ? { reference: one } : one))
          .join("; ");
      case "expected.detectors":
        return given.map((one) => detectorOf(one, tool)).join("; ");
    }
    if (given.length === 2 && given.every((one) => typeof one === "number")) {
      const said = t("lib-range", { first: signed(given[0]), last: signed(given[1]) });
      return measured(said, unit);
    }
    if (given.every((one) => typeof one === "string")) return all(given);
    return given.map(compact).join("; ");
  };
  const limit = ({ op, value: number }: AbsoluteTest, unit: string) => {
    const said = value("expected.absolute.value", number, unit);
    return op === "in" ? said : `${SIGNS[op]} ${said}`;
  };
  const expected = ({ expected: wanted }: LibraryEntry): string => {
    if (wanted.kind === "figure") {
      const features = wanted.detectors.map((one) => tool(one.detector));
      return listed(features, wanted.require === "all" ? "conjunction" : "disjunction");
    }
    const { clim, absolute, bands = [], unit, reduction } = wanted;
    const own = bands.length > 0 ? t("lib-by-latitude") : absolute ? limit(absolute, unit) : "";
    const climate = clim ? t(`lib-clim-${clim.stat}`, { limit: signed(clim.threshold) }) : "";
    // Where a climatology is given, it decides; without one the index's own limit does.
    const both = climate && own ? t("lib-climate-first", { climate, own }) : climate || own;
    return `${both} (${choice("expected.reduction", reduction)})`;
  };
  const limitName = (limit: string) =>
    catalogue.named(`lib-field-expected-${limit}-${limit === "clim" ? "threshold" : "value"}`, {});
  return {
    tool,
    tools,
    value,
    all,
    expected,
    item: (kind, key) => {
      if (kind === "preset") {
        const preset = PRESETS.find((one) => one === key);
        return t("lib-preset-criteria", { name: preset ? t(`lib-preset-${preset}`) : key });
      }
      // Until what has the names is there, the words of the key stand for them.
      if (kind === "cause") {
        return explanations.get(key) ?? (explanations.size === 0 ? cause(key) : key);
      }
      const [, event, factor = ""] = OF_EVENT.exec(key) ?? [];
      const isKnown = tools.size === 0 || tools.has(factor);
      if (kind === "reference" || !event || !isKnown) return key;
      const isChart = tools.get(factor)?.kind === "figure";
      const name = isChart ? t("lib-chart-of", { name: tool(factor) }) : tool(factor);
      return `${name} · ${label(event)}`;
    },
    field: (path, of) => {
      if (of?.kind === "preset") {
        const numbers = criteria.find(({ name }) => name === of.item)?.numbers ?? [];
        const number = numbers.find((one) => one.path === path);
        const event = EVENTS.find((one) => path.split(".").includes(one));
        if (number) return capitalised(number.names[language] ?? number.names.en ?? "");
        const sourced = numbers.find((one) => one.source_path !== "" && one.source_path === path);
        if (sourced) {
          return t("lib-preset-source", {
            name: sourced.names[language] ?? sourced.names.en ?? "",
          });
        }
        return event ? t("lib-preset-other-of", { event: label(event) }) : t("lib-preset-other");
      }
      const id = `lib-field-${path.replaceAll(".", "-") || "whole"}`;
      if (catalogue.has(id)) return catalogue.named(id, {});
      const [, limit = "", part = ""] = /^expected\.(\w+)\.basis\.(\w+)$/.exec(path) ?? [];
      const named = BASIS.find((one) => one === part);
      if (named) return t("lib-basis", { limit: limitName(limit), part: t(`lib-basis-${named}`) });
      return t("lib-field-other", { path });
    },
  };
}

const SIGNS: Record<Exclude<AbsoluteTest["op"], "in">, string> = { ">=": "≥", "<=": "≤" };

const measured = (number: string, unit: string): string =>
  unit === "" || unit === "1" ? number : `${number} ${unitText(unit)}`;

/** A number without the dust of binary fractions, and with the sign of print. */
const signed = (value: unknown): string =>
  String(typeof value === "number" ? +value.toPrecision(12) : value).replace(/^-/, "−");

/** A value that has no words of its own: its parts, as `op >=, value 3`. */
function compact(value: unknown): string {
  if (Array.isArray(value)) return value.map(compact).join(" ");
  if (typeof value === "string") return value.replaceAll("_", " ");
  if (typeof value !== "object" || value === null) return signed(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll("_", " ")} ${compact(inner)}`)
    .join(", ");
}

function detectorOf(
  value: { detector: string; params?: Record<string, unknown> },
  tool: Names["tool"],
): string {
  const { detector, ...rest } = value;
  const { params = {}, ...more } = rest;
  const said = compact({ ...params, ...more });
  return said ? `${tool(detector)} (${said})` : tool(detector);
}

const monthOf = (month: number, language: string): string =>
  new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(
    Date.UTC(2026, month - 1, 15),
  );
