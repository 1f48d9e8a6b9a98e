import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { Problem } from "./problems";
import { useTrouble } from "./useTrouble";

const away = new Problem({ status: 503, code: "database_unavailable" });
const missing = new Problem({ status: 404, code: "not_found" });
const asks = { error: null, isPending: true };
const answered = { error: null, isPending: false };

const seen = (...states: { error: Problem | null; isPending: boolean }[]) => {
  const { result, rerender } = renderHook((query: typeof asks) => useTrouble(query), {
    initialProps: asks,
  });
  return states.map((state) => {
    rerender(state as typeof asks);
    return result.current;
  });
};

it("says that the platform is away until there is an answer, while it asks again too", () => {
  const failed = { error: away, isPending: false };
  expect(seen(failed, asks, failed, answered, asks)).toEqual([away, away, away, null, null]);
});

it("forgets a refusal with the next question", () => {
  expect(seen({ error: missing, isPending: false }, asks)).toEqual([missing, null]);
});
