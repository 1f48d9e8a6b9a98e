import { expect, test, type WebSocketRoute } from "@playwright/test";
import { ask, signIn } from "./steps";

async function sides(page: import("@playwright/test").Page, values: number[]) {
  for (const [index, side] of ["West", "South", "East", "North"].entries()) {
    await page.getByLabel(side, { exact: true }).fill(String(values[index]));
  }
}

test("by box: what the data support, a plan, and the run as it grows to a report", async ({
  page,
}) => {
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/ws\/v1\/diagnoses/, (route) => {
    socket = route;
    route.connectToServer();
  });
  await signIn(page, "forecaster", "/new");
  await page.getByLabel("Source").selectOption("sample-rainstorm");
  await sides(page, [110, 27, 126, 35]);
  const feasible = page.getByRole("region", { name: "What the data can support" });
  await expect(feasible.getByText("Rainstorm")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Plan only" }).click();
  await expect(page.getByRole("heading", { name: "Plan", exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await page.getByRole("button", { name: "Diagnose" }).click();
  await expect(page).toHaveURL(/\/diagnoses\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: "Criteria" })).toBeVisible({ timeout: 90_000 });

  // The connection is cut in the middle; it comes back by itself, and nothing is missing.
  await socket?.close({ code: 1012, reason: "restarted" });
  await expect(page.getByText(/The server has been restarting/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Conclusion" })).toBeVisible({ timeout: 120_000 });
  const id = page.url().split("/").at(-1) ?? "";
  const events = await ask<{ results: { body: { type: string } }[] }>(
    page,
    `diagnoses/${id}/events/?type=factor_judged`,
  );
  await expect(
    page.locator(".factor.confirmed, .factor.refuted, .factor.undetermined"),
  ).toHaveCount(events.results.length);
  await page.getByRole("link", { name: /Read the report/ }).click();
  await expect(page.getByRole("heading", { name: "Summary" })).toBeVisible();
});

test("by words: what was understood fills the form, and nothing is sent with a part unread", async ({
  page,
}) => {
  await signIn(page, "forecaster", "/new");
  await page.getByLabel("Source").selectOption("sample-rainstorm");
  await page.getByLabel("In words").fill("Why did it rain so heavily over Anhui on 5 July 2026?");
  await expect(page.locator(".chip").filter({ hasText: "Anhui" }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByLabel("West", { exact: true })).not.toHaveValue("");
  await expect(page.getByRole("textbox", { name: "From" })).toHaveValue(/2026-07-0\d/);

  await page
    .getByLabel("In words")
    .fill("Why did it rain so heavily over Anhui on 5 July 2026 near Frobnica?");
  await expect(page.getByText("A part of your words is not understood")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("button", { name: "Diagnose" })).toBeDisabled();
});

test("by name: a saved region fills the sides; a cancelled run says so, and comes back in one click", async ({
  page,
}) => {
  await signIn(page, "forecaster", "/new");
  await page.getByLabel("Saved region").selectOption({ label: "Middle and Lower Yangtze" });
  await expect(page.getByLabel("West", { exact: true })).toHaveValue("110");
  // A box that nobody else asks for.
  await sides(page, [111, 27, 125.5, 34]);
  await page.getByLabel("Event").selectOption("gale");
  await page.getByRole("button", { name: "Diagnose" }).click();
  await expect(page).toHaveURL(/\/diagnoses\/[0-9a-f-]{36}$/);

  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this diagnosis" });
  await dialog.getByLabel("Reason").fill("asked for the wrong box");
  await dialog.getByRole("button", { name: "Cancel the diagnosis" }).click();
  const ended = page.locator(".notice").filter({ hasText: "Cancelled by forecaster" });
  await expect(ended).toContainText("asked for the wrong box", { timeout: 120_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gale");
  await expect(page.locator(".diagnosis-head .mark")).toHaveText("Cancelled");
  await expect(page.locator(".mark.live")).toHaveCount(0);

  await page.goto("/new");
  await page.getByRole("button", { name: "sample-rainstorm · 27–34°N 111–125.5°E" }).click();
  await expect(page.getByLabel("Source")).toHaveValue("sample-rainstorm");
  await expect(page.getByLabel("East", { exact: true })).toHaveValue("125.5");
  await expect(page.getByLabel("Event")).toHaveValue("gale");
});

test("what is wrong is said in place before anything is sent", async ({ page }) => {
  await signIn(page, "forecaster", "/new");
  // The only source there is comes chosen; without it the form says what is missing.
  await expect(page.getByLabel("Source")).toHaveValue("sample-rainstorm");
  await page.getByLabel("Source").selectOption("");
  await page.getByRole("button", { name: "Diagnose" }).click();
  await expect(page.getByText("Choose a source.")).toBeVisible();
  await expect(page.getByText("Draw a box on the map, or type its sides.")).toBeVisible();
  await page.getByRole("textbox", { name: "From" }).fill("5 July");
  await expect(page.getByText("Write it as 2026-07-05 06:00, in UTC.")).toBeVisible();
});

test("a running diagnosis is steered, with the reason and what became of it", async ({ page }) => {
  const { id } = await ask<{ id: string }>(page, "diagnoses/", {
    source: "sample-rainstorm",
    region: [110, 27, 126, 35],
    event: "gale",
  });
  await signIn(page, "forecaster", `/diagnoses/${id}`);
  await expect(page.getByRole("region", { name: "Round 1" })).toBeVisible({ timeout: 120_000 });
  await page.getByRole("button", { name: "Conclude" }).click();
  await page.getByLabel("Reason").fill("enough is known");
  await page.getByRole("button", { name: "Give the order" }).click();
  await expect(page.getByText("enough is known")).toBeVisible();
  await expect(page.getByText("Ended early by order of a forecaster.")).toBeVisible({
    timeout: 120_000,
  });
});
