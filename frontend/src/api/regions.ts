import { queryOptions } from "@tanstack/react-query";
import type { Geometry } from "geojson";
import { ringOf } from "@/map/boxes";
import { api, data } from "./client";
import type { RegionInfo } from "./schema";

export type SavedRegion = RegionInfo;

export const regions = queryOptions({
  queryKey: ["regions"],
  queryFn: async () => (await data(api.GET("/api/v1/regions/"))).results,
  staleTime: 60_000,
});

/** The outline of a saved region: its polygon, or its box. */
export function outlineOf(region: SavedRegion): Geometry {
  const ring = region.polygon;
  if (!ring) return { type: "Polygon", coordinates: [ringOf(region.region)] };
  const [first = []] = ring;
  return { type: "Polygon", coordinates: [[...ring, first]] };
}
