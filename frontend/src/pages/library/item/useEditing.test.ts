import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useEditing } from "./useEditing";

const given = (changes = {}) => ({
  ...{ isBegun: false, isChanged: false, isOpen: true, ...changes },
});
const rendered = (changes = {}) => renderHook(useEditing, { initialProps: given(changes) });

it("begins with the first change, and goes on when that is undone", () => {
  const { result, rerender } = rendered();
  expect(result.current[0]).toBe(false);
  rerender(given({ isChanged: true }));
  expect(result.current[0]).toBe(true);
  rerender(given());
  expect(result.current[0]).toBe(true);
});

it("is left when the reader says so, though the draft changes the item", () => {
  const { result, rerender } = rendered({ isChanged: true });
  act(() => result.current[1](false));
  expect(result.current[0]).toBe(false);
  rerender(given({ isChanged: true }));
  expect(result.current[0]).toBe(false);
});

it("begins at once where it was asked for", () => {
  expect(rendered({ isBegun: true }).result.current[0]).toBe(true);
});

it("ends when the draft is handed in, and does not come back with the end of its review", () => {
  const { result, rerender } = rendered({ isChanged: true });
  rerender(given({ isChanged: true, isOpen: false }));
  expect(result.current[0]).toBe(false);
  rerender(given());
  expect(result.current[0]).toBe(false);
});
