import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Placed, useSteady } from "./steady";

const row = (key: string, group = "rest", says = key): Placed<string> => ({
  key,
  group,
  row: says,
});

function list(first: Placed<string>[], isHeld = false) {
  const { result, rerender } = renderHook(
    ([rows, held]: [Placed<string>[], boolean]) => useSteady(rows, held),
    { initialProps: [first, isHeld] },
  );
  return {
    come: (rows: Placed<string>[], held: boolean) => rerender([rows, held]),
    says: () => result.current.rows.map((one) => one.row),
    groups: () => result.current.rows.map((one) => one.group),
    waiting: () => result.current.waiting,
    settle: () => act(() => result.current.settle()),
  };
}

test("what nobody points at follows at once", () => {
  const shown = list([row("a"), row("b")]);
  shown.come([row("c"), row("b"), row("a")], false);
  expect(shown.says()).toEqual(["c", "b", "a"]);
  expect(shown.waiting()).toBe(0);
});

test("under a pointer nothing moves, comes or goes, and what a row says is new", () => {
  const shown = list([row("a"), row("b"), row("c")]);
  shown.come([row("a"), row("b"), row("c")], true);
  shown.come([row("new", "failed"), row("c"), row("a", "failed", "a has failed")], true);
  expect(shown.says()).toEqual(["a has failed", "b", "c"]);
  expect(shown.groups()).toEqual(["rest", "rest", "rest"]);
  expect(shown.waiting()).toBe(2);
});

test("what has waited comes when it is asked for, and when the pointer leaves", () => {
  const shown = list([row("a")]);
  shown.come([row("a")], true);
  shown.come([row("b"), row("a")], true);
  shown.settle();
  expect(shown.says()).toEqual(["b", "a"]);
  expect(shown.waiting()).toBe(0);
  shown.come([row("c"), row("a")], true);
  expect(shown.says()).toEqual(["b", "a"]);
  shown.come([row("c"), row("a")], false);
  expect(shown.says()).toEqual(["c", "a"]);
});

test("a pointer that comes with the rows holds those", () => {
  const shown = list([row("a")]);
  shown.come([row("b")], true);
  expect(shown.says()).toEqual(["b"]);
});
