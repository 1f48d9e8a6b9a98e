import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTyped } from "./useTyped";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begin = (first: string, options?: Parameters<typeof useTyped>[2]) => {
  const handed: string[] = [];
  const view = renderHook(({ value }) => useTyped(value, (text) => handed.push(text), options), {
    initialProps: { value: first },
  });
  return {
    handed,
    typed: () => view.result.current[0],
    type: (text: string) => act(() => view.result.current[1](text)),
    leave: () => act(() => void view.result.current[2]()),
    unmount: () => view.unmount(),
    answer: (value: string) => view.rerender({ value }),
    wait: () => act(() => void vi.advanceTimersByTime(1000)),
  };
};

describe("what is typed", () => {
  it("is handed on after a pause, once", () => {
    const field = begin("");
    field.type("a");
    field.type("ab");
    expect(field.handed).toEqual([]);
    field.wait();
    field.leave();
    expect(field.handed).toEqual(["ab"]);
  });

  it("is not taken back by the answer to what was typed before", () => {
    const field = begin("old");
    field.type("new");
    field.leave();
    field.type("newer");
    field.leave();
    field.answer("new");
    expect(field.typed()).toBe("newer");
    field.answer("newer");
    expect(field.typed()).toBe("newer");
    // Both agree: what comes now was set elsewhere.
    field.answer("old");
    expect(field.typed()).toBe("old");
    field.wait();
    expect(field.handed).toEqual(["new", "newer"]);
  });

  it("keeps its own writing of a value that means the same", () => {
    const field = begin("", { same: (one, other) => Number(one) === Number(other) });
    field.type("62.0");
    field.leave();
    field.answer("62");
    expect(field.typed()).toBe("62.0");
  });

  it("is handed on when the page is left, and the browser asks to stay that long", () => {
    const field = begin("");
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    field.type("a");
    expect(leave()).toBe(true);
    expect(leave()).toBe(false);
    field.type("ab");
    field.unmount();
    expect(field.handed).toEqual(["a", "ab"]);
  });

  it("is let go with its field, where that is wanted", () => {
    const field = begin("", { keepsLast: false });
    field.type("a");
    field.unmount();
    expect(field.handed).toEqual([]);
  });
});
