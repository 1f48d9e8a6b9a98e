import { queryOptions } from "@tanstack/react-query";
import type { CorrectionInfo, NewCorrectionRequest } from "@/generated/schema";
import { type Api, bodyOf } from "./client";
import type { VersionKey } from "./reportQueries";

const REFRESH_MS = 15_000;
/** A check takes seconds, and somebody waits for it. */
const CHECKED_MS = 2_000;

/** When to ask again: soon while a check is due. A page that nobody sees does not ask. */
export const nextRefresh = (corrections: readonly CorrectionInfo[] = []): number =>
  corrections.some(({ status }) => status === "pending") ? CHECKED_MS : REFRESH_MS;

/** The corrections of a version, newest first. */
export const correctionsOf = (api: Api, centre: string, version: VersionKey) =>
  queryOptions({
    queryKey: [centre, "corrections", version],
    queryFn: async () => {
      const page = await bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/corrections/", {
          params: { path: { job_id: version.diagnosis }, query: { page_size: 200 } },
        }),
      );
      return page.results.filter((one) => one.version === version.number);
    },
    refetchInterval: (query) => nextRefresh(query.state.data),
  });

export const sendCorrection = (api: Api, diagnosis: string, body: NewCorrectionRequest) =>
  bodyOf(
    api.POST("/api/v1/diagnoses/{job_id}/corrections/", {
      params: { path: { job_id: diagnosis } },
      body,
    }),
  );
