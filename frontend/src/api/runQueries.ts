import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "@/text";
import { type Api, bodyOf } from "./client";

/** Where no socket tells of changes, it is asked for as often. */
const UNTOLD_MS = 5_000;
/** Addresses of charts work for some minutes. */
const CHARTS_MS = 4 * 60_000;

/** A diagnosis as it stands, with names and reasons in a language. */
export const runOf = (api: Api, centre: string, id: string, language: Language, isTold: boolean) =>
  queryOptions({
    queryKey: [centre, "run", id, language],
    queryFn: () =>
      bodyOf(
        api.GET("/api/v1/diagnoses/{job_id}/run/", {
          params: { path: { job_id: id }, query: { language } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: isTold ? CHARTS_MS : UNTOLD_MS,
  });
