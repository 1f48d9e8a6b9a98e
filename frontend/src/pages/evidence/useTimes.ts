import { useQuery } from "@tanstack/react-query";
import { api, data } from "@/api/client";
import type { TimeWindow } from "@/api/schema";

/** The times of a source within a period, earliest first. */
export function useTimes(source: string, window: TimeWindow | null): string[] {
  const found = useQuery({
    queryKey: ["source", source],
    queryFn: () =>
      data(
        api.GET("/api/v1/sources/{source_name}/", { params: { path: { source_name: source } } }),
      ),
    retry: false,
  });
  const all = found.data?.valid_times ?? [];
  if (!window) return all;
  const [start, end] = [Date.parse(window.start), Date.parse(window.end)];
  return all.filter((time) => Date.parse(time) >= start && Date.parse(time) <= end);
}

/** The place of a time among others; the nearest where it is none of them. */
export function nearest(times: readonly string[], time: string | null): number {
  if (!time || times.length === 0) return 0;
  const wanted = Date.parse(time);
  let best = 0;
  times.forEach((one, index) => {
    if (Math.abs(Date.parse(one) - wanted) < Math.abs(Date.parse(times[best] ?? "") - wanted))
      best = index;
  });
  return best;
}
