import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import { keepingNewer } from "./freshness";
import type { DiagnosisPage, operations } from "./schema";

type DiagnosisFilters = NonNullable<operations["diagnoses_list"]["parameters"]["query"]>;
type ReportFilters = NonNullable<operations["reports_list"]["parameters"]["query"]>;

/** How often a list is read again while something in it runs. */
const RUNNING_MS = 5000;

/** The socket says when a job begins and ends; its rounds and what was found are read again meanwhile. */
export const rhythm = (page: DiagnosisPage | undefined): number | false =>
  page?.results?.some((job) => job.status === "running") ? RUNNING_MS : false;

export const diagnoses = (filters: DiagnosisFilters) =>
  queryOptions({
    queryKey: ["diagnoses", filters],
    queryFn: () => data(api.GET("/api/v1/diagnoses/", { params: { query: filters } })),
    placeholderData: (before) => before,
    structuralSharing: keepingNewer.page,
    refetchInterval: (query) => rhythm(query.state.data),
  });

export const reports = (filters: ReportFilters) =>
  queryOptions({
    queryKey: ["reports", filters],
    queryFn: () => data(api.GET("/api/v1/reports/", { params: { query: filters } })),
  });

/** The cursor of an address that a page gives for the next one. */
export function cursorOf(address: string | null | undefined): string | undefined {
  if (!address) return undefined;
  return new URL(address, location.origin).searchParams.get("cursor") ?? undefined;
}
