import { QueryClient, queryOptions } from "@tanstack/react-query";
import { api, data, dataAs } from "./client";
import { keepingNewer } from "./freshness";
import { Problem } from "./problems";
import type { EvidenceList } from "./schema";

/** Refusals are answers: only what may be different next time is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) =>
        error instanceof Problem && (error.status === 0 || error.status >= 500) && count < 3,
      retryDelay: (count) => 1000 * 2 ** count,
    },
  },
});

export const me = queryOptions({ queryKey: ["me"], queryFn: () => data(api.GET("/api/v1/me/")) });

export const queue = queryOptions({
  queryKey: ["queue"],
  queryFn: () => data(api.GET("/api/v1/queue/")),
  refetchInterval: 10_000,
});

export const sources = queryOptions({
  queryKey: ["sources"],
  queryFn: async () => (await data(api.GET("/api/v1/sources/"))).results,
  staleTime: 60_000,
});

export const usage = queryOptions({
  queryKey: ["usage"],
  queryFn: () => data(api.GET("/api/v1/usage/")),
  refetchInterval: 60_000,
});

export const diagnosis = (id: string) =>
  queryOptions({
    queryKey: ["diagnosis", id],
    queryFn: () =>
      data(api.GET("/api/v1/diagnoses/{job_id}/", { params: { path: { job_id: id } } })),
    structuralSharing: keepingNewer.one,
  });

export const evidence = (id: string) =>
  queryOptions({
    queryKey: ["diagnosis", id, "evidence"],
    queryFn: async () =>
      (
        await dataAs<EvidenceList>(
          api.GET("/api/v1/diagnoses/{job_id}/evidence/", { params: { path: { job_id: id } } }),
        )
      ).results,
  });

/** Addresses of files work for five minutes and more: they are asked for again before. */
export const artifacts = (id: string) =>
  queryOptions({
    queryKey: ["diagnosis", id, "artifacts"],
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/diagnoses/{job_id}/artifacts/", { params: { path: { job_id: id } } }),
        )
      ).results,
    staleTime: 120_000,
    refetchInterval: 240_000,
  });

export const tools = queryOptions({
  queryKey: ["catalog"],
  queryFn: async () => ((await data(api.GET("/api/v1/catalog/"))) as { tools: unknown[] }).tools,
  staleTime: Number.POSITIVE_INFINITY,
});
