import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import type { EventType, JobStatus, VersionStatus } from "@/generated/schema";
import { type Api, bodyOf } from "./client";
import { Problem } from "./problems";

const REFRESH_MS = 15_000;

/** Refusals are answers: only what may be different next time is asked again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 5 * 60_000,
        retry: (count, error) =>
          error instanceof Problem && (error.status === 0 || error.status >= 500) && count < 2,
        retryDelay: (count) => 1000 * 2 ** count,
      },
    },
  });

export const me = (api: Api, centre: string) =>
  queryOptions({ queryKey: [centre, "me"], queryFn: () => bodyOf(api.GET("/api/v1/me/")) });

export const situation = (api: Api, centre: string, days: number) =>
  queryOptions({
    queryKey: [centre, "situation", days],
    queryFn: () => bodyOf(api.GET("/api/v1/situation/", { params: { query: { days } } })),
    refetchInterval: REFRESH_MS,
    // The map stays while another span is asked for.
    placeholderData: keepPreviousData,
  });

export interface DiagnosisFilter {
  status?: JobStatus;
  event?: EventType;
  cursor?: string;
}

export const diagnoses = (api: Api, centre: string, filter: DiagnosisFilter) =>
  queryOptions({
    queryKey: [centre, "diagnoses", filter],
    queryFn: () => {
      const { status, ...rest } = filter;
      const query = status ? { ...rest, status: [status] } : rest;
      return bodyOf(api.GET("/api/v1/diagnoses/", { params: { query } }));
    },
    refetchInterval: REFRESH_MS,
  });

export interface ReportFilter {
  status?: VersionStatus;
  event?: EventType;
  cursor?: string;
  newest?: boolean;
}

export const reports = (api: Api, centre: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: [centre, "reports", filter],
    queryFn: () => bodyOf(api.GET("/api/v1/reports/", { params: { query: filter } })),
    refetchInterval: REFRESH_MS,
  });
