import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSaving } from "./saving";

/** Something on its way, which ends when it is told to. */
function onItsWay() {
  let end: (error?: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { act: vi.fn(() => promise), end: (error?: Error) => act(async () => end(error)) };
}

it("keeps one field after the other, and says until when", async () => {
  const onEnd = vi.fn();
  const { result } = renderHook(() => useSaving(onEnd));
  const [first, second] = [onItsWay(), onItsWay()];
  await act(async () => {
    result.current.queue("weight", first.act);
    result.current.queue("note", second.act);
  });
  expect(result.current.isSaving).toBe(true);
  expect(second.act).not.toHaveBeenCalled();
  await first.end();
  expect(second.act).toHaveBeenCalledOnce();
  await second.end();
  expect(result.current.isSaving).toBe(false);
  expect(onEnd).toHaveBeenCalledTimes(2);
});

it("shows what was given until it has arrived, and keeps what was given since", async () => {
  const { result } = renderHook(() => useSaving(() => {}));
  const first = onItsWay();
  await act(async () => {
    result.current.give("weight", 3);
    result.current.queue("weight", first.act, 3);
    result.current.give("weight", 4);
  });
  await first.end();
  expect(result.current.given.get("weight")).toBe(4);
});

it("names what was refused at its field, goes on, and forgets it when it is taken back", async () => {
  const { result } = renderHook(() => useSaving(() => {}));
  const [first, second] = [onItsWay(), onItsWay()];
  await act(async () => {
    result.current.give("weight", 9);
    result.current.queue("weight", first.act, 9);
    result.current.queue("note", second.act);
  });
  await first.end(new Error("between 1 and 5"));
  await second.end();
  expect(result.current.refused.get("weight")?.message).toBe("between 1 and 5");
  expect(result.current.given.get("weight")).toBe(9);
  await act(async () => result.current.forget("weight"));
  expect(result.current.refused.size + result.current.given.size).toBe(0);
});
