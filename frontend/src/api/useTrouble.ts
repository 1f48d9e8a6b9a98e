import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { isAway } from "./queries";

/**
 * What a query failed with. Of a platform that is away it stands until there is an answer: a query without data
 * forgets its error while it asks again, which it does every few seconds.
 */
export function useTrouble(query: Pick<UseQueryResult, "error" | "isPending">): Error | null {
  const last = useRef<Error | null>(null);
  if (!query.isPending) last.current = isAway(query.error) ? query.error : null;
  return query.error ?? last.current;
}
