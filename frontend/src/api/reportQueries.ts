import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "@/text";
import { type Api, bodyOf } from "./client";

/** A version never changes; where it stands does. */
const STAND_REFRESH_MS = 15_000;
export const FOREVER = Number.POSITIVE_INFINITY;
/** Addresses of files work for five minutes. */
const FILES_MS = 4 * 60_000;

/** A version, by its diagnosis and number. */
export interface VersionKey {
  diagnosis: string;
  number: number;
}

const pathOf = ({ diagnosis, number }: VersionKey) => ({ job_id: diagnosis, number });

export const reading = (api: Api, centre: string, version: VersionKey, language: Language) =>
  queryOptions({
    queryKey: [centre, "reading", version, language],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/reading/", {
          params: { path: pathOf(version), query: { language } },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: FOREVER,
  });

/** Where a version stands, what was done with it, and what the person may do. */
export const standingOf = (api: Api, centre: string, version: VersionKey) =>
  queryOptions({
    queryKey: [centre, "standing", version],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/standing/", {
          params: { path: pathOf(version) },
        }),
      ),
    refetchInterval: STAND_REFRESH_MS,
  });

/** The whole document of a version: the evidence behind its words. */
export const versionDocument = (api: Api, centre: string, version: VersionKey) =>
  queryOptions({
    queryKey: [centre, "document", version],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/", {
          params: { path: pathOf(version) },
        }),
      ),
    staleTime: FOREVER,
  });

export const versionsOf = (api: Api, centre: string, diagnosis: string) =>
  queryOptions({
    queryKey: [centre, "versions", diagnosis],
    queryFn: () =>
      bodyOf(api.GET("/api/v1/reports/", { params: { query: { diagnosis, page_size: 200 } } })),
    refetchInterval: STAND_REFRESH_MS,
  });

export const diagnosis = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "diagnosis", id],
    queryFn: () =>
      bodyOf(api.GET("/api/v1/diagnoses/{job_id}/", { params: { path: { job_id: id } } })),
    refetchInterval: STAND_REFRESH_MS,
  });

/** What reviewers said of a report, of all its versions. */
export const reviewsOf = (api: Api, centre: string, diagnosis: string) =>
  queryOptions({
    queryKey: [centre, "reviews", diagnosis],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/reviews/", {
          params: {
            path: { job_id: diagnosis },
            query: { page_size: 200 },
          },
        }),
      ),
    refetchInterval: STAND_REFRESH_MS,
  });

export const filesOf = (api: Api, centre: string, id: string) =>
  queryOptions({
    queryKey: [centre, "files", id],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/artifacts/", { params: { path: { job_id: id } } }),
      ),
    staleTime: FILES_MS,
    refetchInterval: FILES_MS,
  });

export const differences = (api: Api, centre: string, version: VersionKey, against: number) =>
  queryOptions({
    queryKey: [centre, "differences", version, against],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/diff/", {
          params: { path: pathOf(version), query: { against } },
        }),
      ),
    staleTime: FOREVER,
  });

/** What events of the run are asked for: those of one piece of evidence, or those of some types. */
export type Recorded = { evidence: string } | { type: RunEventType[] };
export type RunEventType = NonNullable<
  NonNullable<
    import("@/generated/schema").operations["diagnoses_events"]["parameters"]["query"]
  >["type"]
>[number];

export const eventsOf = (api: Api, centre: string, id: string, recorded: Recorded) =>
  queryOptions({
    queryKey: [centre, "events", id, recorded],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/events/", {
          params: { path: { job_id: id }, query: recorded },
        }),
      ),
    staleTime: FOREVER,
  });

export const operatorPage = (api: Api, centre: string, name: string) =>
  queryOptions({
    queryKey: [centre, "operator", name],
    queryFn: () => bodyOf(api.GET("/api/v1/catalog/{name}/", { params: { path: { name } } })),
    staleTime: FOREVER,
  });

export const libraryEntry = (api: Api, centre: string, release: string, entry: string) =>
  queryOptions({
    queryKey: [centre, "entry", release, entry],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/guidelines/releases/{digest}/entries/{entry_id}/", {
          params: { path: { digest: release, entry_id: entry } },
        }),
      ),
    staleTime: FOREVER,
  });
