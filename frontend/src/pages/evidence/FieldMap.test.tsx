import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Map as MapLibre } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { layers } from "@/api/extracts";
import { queryClient, sources } from "@/api/queries";
import type { Diagnosis } from "@/api/schema";
import { showIn } from "@/texts";
import { FieldMap } from "./FieldMap";
import type { FieldPane } from "./FieldPane";
import { movedBy, pointedAt } from "./swipe";

/** A map as far as panes move together: where it is, and who hears that it moved. */
class FakeMap {
  view = { center: [118, 31], zoom: 5 };
  private moved: (() => void)[] = [];
  on(_: string, listener: () => void) {
    this.moved.push(listener);
  }
  getCenter = () => this.view.center;
  getZoom = () => this.view.zoom;
  jumpTo(view: FakeMap["view"]) {
    this.view = view;
    for (const listener of this.moved) listener();
  }
}
const made: FakeMap[] = [];

vi.mock("./FieldPane", () => ({
  FieldPane: ({ state, side, onChange, onMap }: Parameters<typeof FieldPane>[0]) => {
    const first = useRef(onMap);
    useEffect(() => {
      const map = new FakeMap();
      made.push(map);
      first.current(map as unknown as MapLibre);
    }, []);
    return (
      <button
        type="button"
        data-testid="pane"
        onClick={() => onChange({ time: "2026-07-05T12:00:00Z" })}
      >
        {side} {state.time}
      </button>
    );
  },
}));

const JOB = { id: "j", source: "sample", request: { region: [110, 27, 126, 35] } };
const FIELD = { kind: "raster", quantity: "Z@500", url: "/field.png", raster: {}, reason: null };

function show() {
  queryClient.setQueryData(["me"], { verbs: ["diagnosis.create"], tenants: [] });
  queryClient.setQueryData(sources.queryKey, []);
  queryClient.setQueryData(["source", "sample"], { valid_times: [] });
  queryClient.setQueryData(layers("j", "e01").queryKey, {
    layers: [FIELD],
    time: "2026-07-05T06:00:00Z",
    region: [110, 27, 126, 35],
  } as never);
  return render(
    <QueryClientProvider client={queryClient}>
      <FieldMap job={JOB as unknown as Diagnosis} evidenceId="e01" window={null} />
    </QueryClientProvider>,
  );
}
const panes = () => screen.getAllByTestId("pane").map((pane) => pane.textContent?.trim());
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const divider = () => screen.getByRole("slider", { name: /Divider|分界线/ });

describe("two maps over each other", () => {
  beforeEach(async () => {
    made.length = 0;
    queryClient.clear();
    await showIn("en");
  });

  it("have a divider that keys move, and that says what is on which side", async () => {
    const { container } = show();
    await press("Swipe");
    expect(panes()).toEqual(["left 2026-07-05T06:00:00Z", "right 2026-07-05T06:00:00Z"]);
    await userEvent.click(screen.getAllByTestId("pane")[1] as HTMLElement);
    divider().focus();
    await userEvent.keyboard("{ArrowRight}{PageUp}");
    expect(divider()).toHaveAttribute("aria-valuenow", "62");
    expect(divider()).toHaveAttribute(
      "aria-valuetext",
      "2026-07-05 06:00 UTC on the left 62 % of the map, 2026-07-05 12:00 UTC on the right 38 %",
    );
    const drawn = container.querySelector<HTMLElement>(".panes");
    expect(drawn?.style.getPropertyValue("--swipe")).toBe("62%");
  });

  it("say it in Chinese too", async () => {
    await showIn("zh");
    show();
    await press("卷帘对比");
    await userEvent.click(screen.getAllByTestId("pane")[1] as HTMLElement);
    expect(divider()).toHaveAttribute(
      "aria-valuetext",
      "左侧 50 % 为 2026-07-05 06:00 UTC，右侧 50 % 为 2026-07-05 12:00 UTC",
    );
  });

  it("have a divider that follows the pointer while it is held", async () => {
    show();
    await press("Swipe");
    const line = divider();
    let held = false;
    line.setPointerCapture = () => {
      held = true;
    };
    line.hasPointerCapture = () => held;
    const track = line.parentElement as HTMLElement;
    track.getBoundingClientRect = () => new DOMRect(100, 0, 400, 300);
    fireEvent.pointerMove(line, { clientX: 200 });
    expect(line).toHaveAttribute("aria-valuenow", "50");
    fireEvent.pointerDown(line, { clientX: 300 });
    fireEvent.pointerMove(line, { clientX: 200 });
    expect(line).toHaveAttribute("aria-valuenow", "25");
  });

  it("show the same part of the earth from the first, and move together", async () => {
    show();
    made[0]?.jumpTo({ center: [100, 40], zoom: 7 });
    await press("Swipe");
    expect(made[1]?.view).toEqual({ center: [100, 40], zoom: 7 });
    made[1]?.jumpTo({ center: [90, 20], zoom: 3 });
    expect(made[0]?.view).toEqual({ center: [90, 20], zoom: 3 });
  });

  it("keep what they show when one looks at them side by side, and end together", async () => {
    show();
    await press("Swipe");
    await userEvent.click(screen.getAllByTestId("pane")[1] as HTMLElement);
    await press("Two panes");
    expect(panes()).toEqual(["left 2026-07-05T06:00:00Z", "right 2026-07-05T12:00:00Z"]);
    expect(screen.queryByRole("slider", { name: /Divider/ })).toBeNull();
    expect(made).toHaveLength(2);
    await press("Two panes");
    expect(panes()).toEqual(["2026-07-05T06:00:00Z"]);
  });
});

it("has a divider that stays on the map, whatever key or pointer moves it", () => {
  expect([movedBy("ArrowLeft", 1), movedBy("PageUp", 95), movedBy("End", 3)]).toEqual([
    0, 100, 100,
  ]);
  expect(movedBy("Tab", 50)).toBeNull();
  const track = { left: 100, width: 400 };
  expect([pointedAt(0, track), pointedAt(300, track), pointedAt(900, track)]).toEqual([0, 50, 100]);
});
