import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  Category,
  CheckOutcome,
  EffectPart,
  EntryState,
  EventType,
  Modality,
  Need,
  ProposalState,
  ProposedKind,
  ToolSpec,
} from "@/generated/schema";
import { type Api, bodyOf, cursorOf } from "./client";
import { FOREVER } from "./reportQueries";

const REFRESH_MS = 15_000;

interface Cell {
  event?: EventType;
  category?: Category;
  modality?: Modality;
}

/** What of the library needs a curator, the most urgent first. */
export const libraryQueue = (api: Api, centre: string, filter: Cell & { need?: Need }) =>
  queryOptions({
    queryKey: [centre, "library", "queue", filter],
    queryFn: () => bodyOf(api.GET("/api/v1/guidelines/queue/", { params: { query: filter } })),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

const NOTHING_ASKED = {
  words: 0,
  holds_all: true,
  total: 0,
  counts: [],
  page: 1,
  pages: 0,
  results: [],
};

/** What of the whole library holds words, the best first; nothing where none are given. */
export const librarySearch = (
  api: Api,
  centre: string,
  { q, ...more }: { q?: string; kind?: ProposedKind; page?: number },
) =>
  queryOptions({
    queryKey: [centre, "library", "search", q, more],
    queryFn: async ({ signal }) =>
      q === undefined
        ? NOTHING_ASKED
        : bodyOf(
            api.GET("/api/v1/guidelines/library/search/", {
              params: { query: { q, ...more } },
              signal,
            }),
          ),
    placeholderData: keepPreviousData,
  });

export const entries = (
  api: Api,
  centre: string,
  filter: Cell & { text?: string; reference?: string; reviewed?: boolean; cursor?: string },
) =>
  queryOptions({
    queryKey: [centre, "library", "entries", filter],
    queryFn: () =>
      bodyOf(api.GET("/api/v1/guidelines/library/entries/", { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });

export const entry = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "library", "entry", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/library/entries/{entry_id}/", {
          params: { path: { entry_id: id } },
        }),
      ),
  });

/** Every state that an item had, the newest first: what it said, and who made it. */
export const itemHistory = (api: Api, centre: string, kind: ItemKind, key: string) =>
  queryOptions({
    queryKey: [centre, "library", "history", kind, key],
    queryFn: () => statesOf(api, kind, key),
  });

async function statesOf(api: Api, kind: ItemKind, key: string): Promise<ItemState[]> {
  const [event = "", cause_id = ""] = key.split("/");
  switch (kind) {
    case "entry":
      return (
        await bodyOf(
          api.GET("/api/v1/guidelines/library/entries/{entry_id}/revisions/", {
            params: { path: { entry_id: key } },
          }),
        )
      ).results.map(({ entry: document, ...change }) => ({ ...change, document }) as ItemState);
    case "reference":
      return (
        await bodyOf(
          api.GET("/api/v1/guidelines/library/references/{reference_key}/revisions/", {
            params: { path: { reference_key: key } },
          }),
        )
      ).results.map(
        ({ reference: document, text: _, ...change }) => ({ ...change, document }) as ItemState,
      );
    case "cause":
      return (
        await bodyOf(
          api.GET("/api/v1/guidelines/library/causes/{event}/{cause_id}/revisions/", {
            params: { path: { event, cause_id } },
          }),
        )
      ).results.map(
        ({ cause: document, key: _, ...change }) => ({ ...change, document }) as ItemState,
      );
  }
}

/** What remarks are about. */
export type About = { proposal: string } | { kind: ListedKind; item: string };

/** What curators said, the oldest first. To have read it is what takes it out of the queue. */
export const remarks = (api: Api, centre: string, about: About) =>
  queryOptions({
    queryKey: [centre, "library", "remarks", about],
    queryFn: () =>
      whole((cursor) =>
        bodyOf(
          api.GET("/api/v1/guidelines/remarks/", {
            params: { query: { ...paged(cursor).query, ...about } },
          }),
        ),
      ),
    refetchInterval: REFRESH_MS,
  });

/** The centre's diagnoses in which an entry was judged. */
export const entryUses = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "library", "uses", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/library/entries/{entry_id}/uses/", {
          params: { path: { entry_id: id } },
        }),
      ),
  });

export const references = (
  api: Api,
  centre: string,
  filter: { outcome?: CheckOutcome; text?: string; cursor?: string },
) =>
  queryOptions({
    queryKey: [centre, "library", "references", filter],
    queryFn: () =>
      bodyOf(api.GET("/api/v1/guidelines/library/references/", { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });

export const reference = (api: Api, centre: string, key: string) =>
  queryOptions({
    queryKey: [centre, "library", "reference", key],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/library/references/{reference_key}/", {
          params: { path: { reference_key: key } },
        }),
      ),
  });

interface Paged<Row> {
  results: Row[];
  next?: string | null;
}

/** All pages of a list that is short enough to be chosen from. */
async function whole<Row>(page: (cursor?: string) => Promise<Paged<Row>>): Promise<Row[]> {
  const { results, next } = await page();
  const found = [...results];
  for (let cursor = cursorOf(next); cursor; ) {
    const further = await page(cursor);
    found.push(...further.results);
    cursor = cursorOf(further.next);
  }
  return found;
}

const WHOLE = { page_size: 200 };
const paged = (cursor?: string) => ({ query: { ...WHOLE, ...(cursor && { cursor }) } });

/** All explanations. */
export const causes = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "causes"],
    queryFn: () =>
      whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/library/causes/", { params: paged(cursor) })),
      ),
    staleTime: 60_000,
  });

/** The whole bibliography, to choose from. */
export const bibliography = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "bibliography"],
    queryFn: () =>
      whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/library/references/", { params: paged(cursor) })),
      ),
    staleTime: 60_000,
  });

/** Indices, charts and detectors that an entry can name. */
export const tools = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "catalog"],
    queryFn: async () => {
      const body = await bodyOf(api.GET("/api/v1/catalog/"));
      return (body as unknown as { tools: readonly ToolSpec[] }).tools;
    },
    staleTime: FOREVER,
  });

export const proposals = (
  api: Api,
  centre: string,
  filter: {
    state?: ProposalState;
    item?: string;
    mine?: true;
    waiting?: true;
    cursor?: string;
  },
) =>
  queryOptions({
    queryKey: [centre, "library", "proposals", filter],
    queryFn: () => bodyOf(api.GET("/api/v1/guidelines/proposals/", { params: { query: filter } })),
    refetchInterval: REFRESH_MS,
  });

/** One proposal. To have read it is what lets a person decide on it. */
export const proposal = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "library", "proposal", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/proposals/{proposal_id}/", {
          params: { path: { proposal_id: id } },
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

export const interest = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "interest"],
    queryFn: () => bodyOf(api.GET("/api/v1/guidelines/interest/")),
  });

export const candidates = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "candidates"],
    queryFn: async () => ({
      results: await whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/candidates/", { params: paged(cursor) })),
      ),
    }),
    refetchInterval: REFRESH_MS,
  });

/** A prepared release with what it changes. To have read it is what lets a person approve it. */
export const candidate = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "library", "candidate", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/candidates/{candidate_id}/", {
          params: { path: { candidate_id: id } },
        }),
      ),
    // What it changes stays; how far it is, the list of all says.
    staleTime: FOREVER,
  });

export const releases = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "releases"],
    queryFn: async () => ({
      results: await whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/releases/", { params: paged(cursor) })),
      ),
    }),
    refetchInterval: REFRESH_MS,
  });

/** A release by its digest, or one with a state of the centre's adjustments in it. */
export const release = (api: Api, centre: string, digest: string) =>
  queryOptions({
    queryKey: [centre, "library", "release", digest],
    queryFn: () =>
      bodyOf(api.GET("/api/v1/guidelines/releases/{digest}/", { params: { path: { digest } } })),
  });

/** What the centre says otherwise than the library, in the release in use or in another one. */
export const overlay = (api: Api, centre: string, digest?: string) =>
  queryOptions({
    queryKey: [centre, "library", "overlay", digest ?? ""],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/overlay/", {
          params: { query: digest ? { release: digest } : {} },
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

/** The criteria of events, with the numbers of them that a centre may set, as the shared release says them. */
/** The criteria of events as the shared library has them. */
export const libraryPresets = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "presets", "library"],
    queryFn: async () => (await bodyOf(api.GET("/api/v1/guidelines/library/presets/"))).results,
  });

/** The newest states of criteria of events. */
export const presetHistory = (api: Api, centre: string, preset_name: string) =>
  queryOptions({
    queryKey: [centre, "library", "presets", "library", preset_name],
    queryFn: async () =>
      (
        await bodyOf(
          api.GET("/api/v1/guidelines/library/presets/{preset_name}/revisions/", {
            params: { path: { preset_name } },
          }),
        )
      ).results,
  });

export const presets = (api: Api, centre: string, digest?: string) =>
  queryOptions({
    queryKey: [centre, "library", "presets", digest ?? ""],
    queryFn: async () =>
      (
        await bodyOf(
          api.GET("/api/v1/guidelines/overlay/presets/", {
            params: { query: digest ? { release: digest } : {} },
          }),
        )
      ).results,
  });

/** What was proposed of it, the newest first. */
export const overlayVersions = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "overlay", "versions"],
    queryFn: () =>
      whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/overlay/versions/", { params: paged(cursor) })),
      ),
  });

/** What a release says otherwise than another one. */
export const releaseDifference = (api: Api, centre: string, digest: string, other: string) =>
  queryOptions({
    queryKey: [centre, "library", "difference", digest, other],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/releases/{digest}/difference/{other}/", {
          params: { path: { digest, other } },
        }),
      ),
    staleTime: FOREVER,
  });

export const adoptions = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "library", "adoptions"],
    queryFn: async () => ({
      results: await whole((cursor) =>
        bodyOf(api.GET("/api/v1/guidelines/adoptions/", { params: paged(cursor) })),
      ),
    }),
    refetchInterval: REFRESH_MS,
  });

/** Whose effect is asked for; of the centre's own adjustments there is one. */
export type EffectOf =
  | { kind: "proposal" | "candidate" | "adoption"; id: string }
  | { kind: "overlay" };

const MEASURING_MS = 1000;
const IS_UNDER_WAY: ReadonlySet<string | null> = new Set(["queued", "running"]);

const PATHS = {
  proposal: "/api/v1/guidelines/proposals/{proposal_id}/effect/",
  candidate: "/api/v1/guidelines/candidates/{candidate_id}/effect/",
  adoption: "/api/v1/guidelines/adoptions/{adoption_id}/effect/",
  overlay: "/api/v1/guidelines/overlay/effect/",
} as const;
const idOf = (of: EffectOf): string => (of.kind === "overlay" ? "" : of.id);

/** Where an effect is, in the form that its client takes. */
const placeOf = (of: EffectOf) => ({
  path: PATHS[of.kind] as (typeof PATHS)["proposal"],
  sent: {
    params: { path: { proposal_id: idOf(of), candidate_id: idOf(of), adoption_id: idOf(of) } },
  },
});

/** What a change does, as far as it is measured; `state` names what the change says now. */
export const effect = (api: Api, centre: string, of: EffectOf, state = "") =>
  queryOptions({
    queryKey: [centre, "library", "effect", of.kind, idOf(of), state],
    queryFn: () => {
      const { path, sent } = placeOf(of);
      return bodyOf(api.GET(path, sent));
    },
    refetchInterval: ({ state: { data } }) =>
      data && [data.runs, data.cases].some(({ status }) => IS_UNDER_WAY.has(status))
        ? MEASURING_MS
        : REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Has parts of an effect measured; what is out of date too, if it is wanted again. */
export function measureEffect(api: Api, of: EffectOf, parts: EffectPart[], again = false) {
  const { path, sent } = placeOf(of);
  return bodyOf(api.POST(path, { ...sent, body: { parts, again } }));
}

/** Stops what is under way for the centre. */
export function stopEffect(api: Api, of: EffectOf) {
  const { path, sent } = placeOf(of);
  return bodyOf(api.DELETE(path, sent));
}

/** Whose entry is judged while it is written. */
export type DraftOf = { kind: "proposal"; id: string } | { kind: "overlay" };

const LOOK_MS = 100;
/** A worker that has not answered by then is asked again. */
const LOST_MS = 20_000;

const waited = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** What a report would print of an entry as a draft says it: asked for, and waited for. */
export const draftSentence = (
  api: Api,
  centre: string,
  of: DraftOf,
  entry: string,
  state: string,
) =>
  queryOptions({
    queryKey: [centre, "library", "sentence", of.kind, idOf(of), entry, state],
    queryFn: async ({ signal }) => {
      const ask = () =>
        of.kind === "overlay"
          ? bodyOf(api.POST("/api/v1/guidelines/overlay/sentence/", { body: { entry }, signal }))
          : bodyOf(
              api.POST("/api/v1/guidelines/proposals/{proposal_id}/sentence/", {
                params: { path: { proposal_id: of.id } },
                body: { entry },
                signal,
              }),
            );
      for (;;) {
        let found = await ask();
        const { digest } = found;
        const lost = Date.now() + LOST_MS;
        while (digest !== "" && !found.result && Date.now() < lost) {
          await waited(LOOK_MS, signal);
          const told = await bodyOf(api.GET("/api/v1/guidelines/sentence/", { signal }));
          // What is asked for in another window is no answer to this.
          if (told.digest === digest) found = told;
        }
        if (digest === "" || found.result) return found;
      }
    },
    retry: false,
    refetchOnWindowFocus: false,
  });

/** A state of an item of any kind: what it said, and who made it say so. */
export interface ItemState extends Omit<EntryState, "entry"> {
  document: Readonly<Record<string, unknown>>;
}

/** Kinds of items of the library that have a page of their own; criteria of events share one. */
export type ItemKind = Exclude<ProposedKind, "preset">;
/** Kinds of items in lists of changes. */
export type ListedKind = ProposedKind;
