import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { showIn } from "@/texts";
import { TimeField } from "./TimeField";

function Form() {
  const [value, setValue] = useState("");
  return (
    <TimeField
      label="From"
      value={value}
      onChange={setValue}
      first="2026-07-02T00:00:00Z"
      last="2026-07-06T00:00:00Z"
      example="2026-07-02T00:00:00Z"
    />
  );
}

beforeEach(() => showIn("en"));

it("is chosen in a calendar of the source's times; the numbers are taken as UTC", async () => {
  const opened = vi.fn();
  HTMLInputElement.prototype.showPicker = opened;
  const { container } = render(<Form />);
  const typed = screen.getByLabelText("From");
  expect(typed).toHaveAttribute("placeholder", "2026-07-02 00:00");
  await userEvent.click(screen.getByRole("button", { name: "Calendar: From" }));
  expect(opened).toHaveBeenCalledOnce();
  const calendar = container.querySelector(".picker") as HTMLInputElement;
  expect([calendar.min, calendar.max]).toEqual(["2026-07-02T00:00", "2026-07-06T00:00"]);
  fireEvent.change(calendar, { target: { value: "2026-07-05T06:00" } });
  expect(typed).toHaveValue("2026-07-05 06:00");
});

it("shows in the calendar what is typed", async () => {
  const { container } = render(<Form />);
  await userEvent.type(screen.getByLabelText("From"), "2026-07-04 12");
  expect(container.querySelector(".picker")).toHaveValue("2026-07-04T12:00");
});
