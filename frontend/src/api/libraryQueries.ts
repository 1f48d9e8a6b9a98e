import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  AdjustedKind,
  Category,
  CheckOutcome,
  EffectPart,
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

export const entries = (
  api: Api,
  centre: string,
  filter: Cell & { text?: string; reference?: string; cursor?: string },
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

export const entryHistory = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "library", "history", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/library/entries/{entry_id}/revisions/", {
          params: { path: { entry_id: id } },
        }),
      ),
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
export type EffectOf = { kind: "proposal" | "candidate"; id: string } | { kind: "overlay" };

const MEASURING_MS = 1000;
const IS_UNDER_WAY: ReadonlySet<string | null> = new Set(["queued", "running"]);

const PATHS = {
  proposal: "/api/v1/guidelines/proposals/{proposal_id}/effect/",
  candidate: "/api/v1/guidelines/candidates/{candidate_id}/effect/",
  overlay: "/api/v1/guidelines/overlay/effect/",
} as const;
const idOf = (of: EffectOf): string => (of.kind === "overlay" ? "" : of.id);

/** Where an effect is, in the form that its client takes. */
const placeOf = (of: EffectOf) => ({
  path: PATHS[of.kind] as (typeof PATHS)["proposal"],
  sent: { params: { path: { proposal_id: idOf(of), candidate_id: idOf(of) } } },
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

/** Has parts of an effect measured. */
export function measureEffect(api: Api, of: EffectOf, parts: EffectPart[]) {
  const { path, sent } = placeOf(of);
  return bodyOf(api.POST(path, { ...sent, body: { parts } }));
}

/** Stops what is under way for the centre. */
export function stopEffect(api: Api, of: EffectOf) {
  const { path, sent } = placeOf(of);
  return bodyOf(api.DELETE(path, sent));
}

/** Kinds of items of the library. */
export type ItemKind = ProposedKind;
/** Kinds of items in lists of changes: criteria of events are adjusted, and not proposed. */
export type ListedKind = ItemKind | AdjustedKind;
