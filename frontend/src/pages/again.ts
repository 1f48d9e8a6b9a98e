import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { newKey } from "./new/key";

/** Runs a request again; an answer that was lost on its way does not make a second job. */
export function useAgain(onSent: (id: string) => void) {
  const { api } = useCentre();
  const [keys] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: (id: string) => {
      const key = keys.get(id) ?? newKey();
      keys.set(id, key);
      return bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/rerun/", {
          params: { path: { job_id: id }, header: { "Idempotency-Key": key } },
          body: { changes: {}, priority: null, deadline: null },
        }),
      );
    },
    onSuccess: (job) => onSent(job.id),
  });
}
