import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language, SlotName } from "@/generated/schema";
import { type Api, bodyOf } from "./client";

const A_MINUTE = 60_000;
const SOON = 5_000;

export const sources = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "sources"],
    queryFn: () => bodyOf(api.GET("/api/v1/sources/")),
    // What a worker has not read yet comes by itself.
    refetchInterval: ({ state }) =>
      state.data?.results.some((one) => one.state === "waiting") ? SOON : A_MINUTE,
  });

export const source = (api: Api, centre: string, name: string) =>
  queryOptions({
    queryKey: [centre, "sources", name],
    queryFn: () => bodyOf(api.GET("/api/v1/sources/{name}/", { params: { path: { name } } })),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? SOON : A_MINUTE),
  });

export const savedRegions = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "regions"],
    queryFn: () => bodyOf(api.GET("/api/v1/regions/")),
  });

export const places = (api: Api, centre: string, q: string) =>
  queryOptions({
    queryKey: [centre, "places", q],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/v1/places/", { params: { query: { q, limit: 12 } }, signal })),
    enabled: q !== "",
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    retry: false,
  });

export interface Sentence {
  text: string;
  source: string | null;
  given: SlotName[];
  /** Of the answer. */
  language: Language;
}

/** What a sentence says. One that is no longer wanted is given up, so that the last answer counts. */
export const reading = (api: Api, centre: string, sentence: Sentence) =>
  queryOptions({
    queryKey: [centre, "reading", sentence],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST("/api/v1/requests/read/", {
          body: { ...sentence, now: null, timezone: null },
          signal,
        }),
      ),
    enabled: sentence.text !== "",
    staleTime: A_MINUTE,
    retry: false,
  });

/** What somebody has asked for, newest first. */
export const requestsOf = (api: Api, centre: string, person: string) =>
  queryOptions({
    queryKey: [centre, "diagnoses", "of", person],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/", {
          params: { query: { requested_by_id: person, page_size: 30 } },
        }),
      ),
  });
