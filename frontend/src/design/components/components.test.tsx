import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "@/api/problems";
import { queryClient } from "@/api/queries";
import { showIn } from "@/texts";
import { ActButton } from "./Button";
import { Loading, ProblemNotice } from "./Feedback";
import { Menu } from "./Menu";
import { local, span, Time, utc, zoneName } from "./Time";

beforeAll(() => showIn("en"));

const person = (...verbs: string[]) => queryClient.setQueryData(["me"], { verbs, tenants: [] });
const within = (element: React.ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);

describe("a time", () => {
  it("is in UTC and says so, and gives the reader's own zone in its title", () => {
    render(<Time at="2026-07-05T06:00:00Z" />);
    const time = screen.getByText("2026-07-05 06:00 UTC");
    expect(time).toHaveAttribute("datetime", "2026-07-05T06:00:00.000Z");
    expect(time.title).toContain(local(new Date("2026-07-05T06:00:00Z")));
  });

  it("names the zone of the reader by its distance from UTC", () => {
    const at = (minutes: number) => ({ getTimezoneOffset: () => minutes }) as Date;
    expect([at(-480), at(0), at(210), at(-345)].map(zoneName)).toEqual([
      "UTC+8",
      "UTC",
      "UTC−3:30",
      "UTC+5:45",
    ]);
  });

  it("is never without a zone", () => {
    const now = new Date();
    for (const text of [utc(now), local(now)]) expect(text).toMatch(/UTC([+−]\d+(:\d\d)?)?$/);
  });

  it("counts in the unit that one thinks in", () => {
    expect([5, 100, 7200, 200_000].map((seconds) => span(seconds).id)).toEqual([
      "ui-span-seconds",
      "ui-span-minutes",
      "ui-span-hours",
      "ui-span-days",
    ]);
  });
});

describe("an act", () => {
  beforeEach(() => queryClient.clear());

  it("can be done by whoever may", async () => {
    person("report.publish");
    const act = vi.fn();
    within(
      <ActButton act="report.publish" onClick={act}>
        Publish
      </ActButton>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));
    expect(act).toHaveBeenCalledOnce();
  });

  it("is shown to others, closed, with the roles that may", async () => {
    person();
    const act = vi.fn();
    within(
      <ActButton act="report.publish" onClick={act}>
        Publish
      </ActButton>,
    );
    const button = screen.getByRole("button", { name: "Publish" });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription("This takes the role duty lead.");
    await userEvent.click(button);
    expect(act).not.toHaveBeenCalled();
  });
});

describe("a menu", () => {
  const runs = vi.fn();
  const menu = (
    <Menu
      label="More"
      button="More"
      groups={[
        { choices: ["one", "two", "three"].map((id) => ({ id, text: id, run: () => runs(id) })) },
      ]}
    />
  );
  beforeEach(() => runs.mockReset());

  it("is walked with arrows, over its ends", async () => {
    render(menu);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("menuitem", { name: "one" })).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    expect(screen.getByRole("menuitem", { name: "three" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(runs).toHaveBeenCalledWith("two");
    expect(screen.getByRole("button", { name: "More" })).toHaveFocus();
  });

  it("closes on Escape and on a click elsewhere", async () => {
    render(menu);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(document.body);
    expect(screen.queryByRole("menu")).toBeNull();
  });
});

describe("a refusal", () => {
  it("is in the platform's words, with what can be done and the number of the request", async () => {
    const problem = new Problem(
      {
        status: 400,
        code: "invalid_request",
        detail: "the region is upside down",
        request_id: "r-17",
        data: { errors: [{ at: "region.1", message: "south lies above north" }] },
      },
      20,
    );
    const again = vi.fn();
    render(<ProblemNotice error={problem} retry={again} />);
    for (const text of [
      /upside down/,
      /region\.1/,
      /south lies above north/,
      /20 seconds/,
      /r-17/,
    ]) {
      expect(screen.getByText(text)).toBeVisible();
    }
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(again).toHaveBeenCalledOnce();
  });

  it("of nothing at an address is no alarm", () => {
    const query = {
      data: undefined,
      error: new Problem({ status: 404 }),
      isPending: false,
      refetch: () => {},
    };
    render(<Loading query={query}>{() => null}</Loading>);
    expect(screen.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
