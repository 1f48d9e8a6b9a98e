import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import type { EventType, JobStatus, VersionStatus } from "@/generated/schema";
import { type Api, bodyOf } from "./client";
import { Problem } from "./problems";

const REFRESH_MS = 15_000;
const AWAY_MS = 5_000;
/** No answer, or one that says that the platform is away for now. */
const AWAY: ReadonlySet<number> = new Set([0, 502, 503, 504]);
export const isAway = (error: unknown): boolean =>
  error instanceof Problem && AWAY.has(error.status);
/** Of these a second answer may differ at once; who answers that it is away took its time to find out. */
const PASSING: ReadonlySet<number> = new Set([0, 500]);

/**
 * Refusals are answers: only what may be different next time is asked again. What was not there because the
 * platform was away comes by itself.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        gcTime: 5 * 60_000,
        retry: (count, error) => error instanceof Problem && PASSING.has(error.status) && count < 2,
        retryDelay: (count) => 1000 * 2 ** count,
        refetchInterval: ({ state: { error } }) => (isAway(error) ? AWAY_MS : false),
        // A browser that takes itself for offline may be wrong: in doubt the platform is asked.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
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

/** What waits for review or publication, and for whom. */
export const reportsWaiting = (api: Api, centre: string) =>
  queryOptions({
    queryKey: [centre, "waiting"],
    queryFn: () => bodyOf(api.GET("/api/v1/reports/waiting/")),
    refetchInterval: REFRESH_MS,
  });

export const reports = (api: Api, centre: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: [centre, "reports", filter],
    queryFn: () => bodyOf(api.GET("/api/v1/reports/", { params: { query: filter } })),
    refetchInterval: REFRESH_MS,
  });
