import { queryOptions } from "@tanstack/react-query";
import { api, dataAs } from "./client";
import { answered } from "./inquiry";
import type {
  ContoursAnswer,
  ExtractDocument,
  RasterAnswer,
  ShownLayers,
  SoundingAnswer,
} from "./schema";

/** What an extract is of: the same words as a computation's. */
export interface Wanted {
  source: string;
  name?: string;
  time?: string | null;
  region?: readonly number[] | null;
  points?: { latitude: number; longitude: number }[];
  params?: Record<string, unknown>;
}

async function extract<T>(op: string, wanted: Wanted, signal?: AbortSignal) {
  const body = { op, ...wanted } as never;
  const document = await answered<ExtractDocument>(
    dataAs(api.POST("/api/v1/extracts/", { body })),
    signal,
  );
  return { result: document.result as unknown as T, url: document.files[0]?.url ?? null };
}

const FOR_EVER = { staleTime: Number.POSITIVE_INFINITY, retry: false as const };

export const raster = (wanted: Wanted) =>
  queryOptions({
    queryKey: ["extract", "raster", wanted],
    queryFn: ({ signal }) =>
      extract<RasterAnswer>(
        "raster",
        { ...wanted, params: { projection: "plate_carree" } },
        signal,
      ),
    ...FOR_EVER,
  });

export const contours = (wanted: Wanted, interval: number) =>
  queryOptions({
    queryKey: ["extract", "contours", wanted, interval],
    queryFn: ({ signal }) =>
      extract<ContoursAnswer>("contours", { ...wanted, params: { interval } }, signal),
    ...FOR_EVER,
  });

export const sounding = (wanted: Wanted) =>
  queryOptions({
    queryKey: ["extract", "sounding", wanted],
    queryFn: ({ signal }) => extract<SoundingAnswer>("sounding", wanted, signal),
    ...FOR_EVER,
  });

/** The layers of a map of one piece of evidence. */
export const layers = (jobId: string, evidenceId: string) =>
  queryOptions({
    queryKey: ["diagnosis", jobId, "layers", evidenceId],
    queryFn: ({ signal }) =>
      answered<ShownLayers>(
        dataAs(
          api.GET("/api/v1/diagnoses/{job_id}/evidence/{evidence_id}/layers/", {
            params: {
              path: { job_id: jobId, evidence_id: evidenceId },
              query: { projection: "plate_carree" },
            },
          }),
        ),
        signal,
      ),
    ...FOR_EVER,
  });
