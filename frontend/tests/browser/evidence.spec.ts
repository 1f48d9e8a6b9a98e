import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ask, diagnosed, misplaced, signIn } from "./steps";

interface Series {
  result: { places: { values: { value: number }[] }[] } | null;
}
interface Item {
  id: string;
  index: { value: number; unit: string; name: string; series: object[] } | null;
  entry_id: string;
}

test("a piece of evidence shows the number that the API has, its series and where it comes from", async ({
  page,
}) => {
  const id = await diagnosed(page);
  const { results } = await ask<{ results: Item[] }>(page, `diagnoses/${id}/evidence/`);
  const item = results.find((one) => (one.index?.series.length ?? 0) > 1);
  if (!item?.index) throw new Error("the case has an index among its evidence");
  await signIn(page, "viewer", `/diagnoses/${id}/evidence/${item.id}`);
  const shown = page.locator(".piece-value");
  await expect(shown).toBeVisible();
  const number = Number.parseFloat(((await shown.textContent()) ?? "").replace("−", "-"));
  expect(number / item.index.value).toBeCloseTo(1, 2);
  await expect(page.locator(".u-over")).toBeVisible();
  await expect(page.getByText("Where it comes from")).toBeVisible();
  await page.getByRole("link", { name: item.entry_id }).click();
  await expect(page.getByText("Expected", { exact: true })).toBeVisible();
});

test("a chart is drawn nearer by keys, and shown whole again", async ({ page }) => {
  const id = await diagnosed(page);
  await signIn(page, "viewer", `/diagnoses/${id}/evidence/e01`);
  const picture = page.locator(".viewer-frame img");
  await expect(picture).toBeVisible();
  const before = await picture.boundingBox();
  await page.locator(".viewer-frame").focus();
  await page.keyboard.press("+");
  const nearer = await picture.boundingBox();
  expect(nearer?.width).toBeGreaterThan(before?.width ?? 0);
  await page.keyboard.press("0");
  expect((await picture.boundingBox())?.width).toBeCloseTo(before?.width ?? 0, 0);
});

test("a question is answered with how it was read and where it lies", async ({ page }) => {
  await signIn(page, "forecaster", "/ask");
  await page.getByLabel("Source").selectOption("sample-rainstorm");
  await page
    .getByLabel("Your question")
    .fill("What is the highest 850 hPa wind speed over Anhui on 5 July 2026?");
  await page.getByRole("button", { name: "Ask", exact: true }).last().click();
  await expect(page.locator(".answer-value")).toHaveText(/28\.3 m s⁻¹/, { timeout: 90_000 });
  await expect(page.getByText(/Read as: 850-hPa wind speed/).first()).toBeVisible();
});

test("a sounding is asked for by touch, where there is no right click", async ({
  browser,
  page: first,
}) => {
  const id = await diagnosed(first);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await (await browser.newContext(phone)).newPage();
  await signIn(page, "forecaster", `/diagnoses/${id}/evidence/e02?view=map`);
  await expect(page.locator(".field-legend")).toBeVisible({ timeout: 90_000 });
  await page.getByRole("button", { name: "Sounding" }).tap();
  await expect(page.getByText("Choose the place of the sounding on the map")).toBeVisible();
  await page.locator(".pane-map canvas").tap({ position: { x: 180, y: 150 } });
  const dialog = page.getByRole("dialog", { name: "Sounding" });
  await expect(dialog.getByRole("img", { name: "Sounding" })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/\d°N \d+\.\d+°E/)).toBeVisible();
});

test("two times lie over each other, and a divider shows more of one or of the other", async ({
  page,
}) => {
  const id = await diagnosed(page);
  await signIn(page, "forecaster", `/diagnoses/${id}/evidence/e02?view=map`);
  await expect(page.locator(".field-legend")).toBeVisible({ timeout: 90_000 });
  await page.getByRole("button", { name: "Swipe" }).click();
  await expect(page.locator(".field-legend")).toHaveCount(2);
  await page.getByRole("button", { name: "Next time" }).last().click();
  const divider = page.getByRole("slider", { name: "Divider between the two maps" });
  const both = / UTC on the left (\d+) % of the map, .* UTC on the right (\d+) %/;
  await expect(divider).toHaveAttribute("aria-valuetext", both);
  const [below, above] = [page.locator(".map").first(), page.locator(".map").last()];
  const box = await above.boundingBox();
  if (!box) throw new Error("the maps have a place");
  expect(await below.boundingBox()).toEqual(box);
  const across = (share: number) => box.x + box.width * share;
  const middle = box.y + box.height / 2;
  await page.mouse.move(across(0.5), middle);
  await page.mouse.down();
  await page.mouse.move(across(0.3), middle, { steps: 4 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute("aria-valuenow", "30");
  await divider.press("ArrowRight");
  await expect(divider).toHaveAttribute("aria-valuenow", "32");
  await expect(above).toHaveCSS("clip-path", "inset(0px 0px 0px 32%)");
  // Each side answers for its own field: the value is said in the head of the pane that is seen.
  const said = page.locator(".pane .cursor strong");
  await page.mouse.move(across(0.15), middle);
  await page.mouse.move(across(0.16), middle);
  await expect(said).toHaveCount(1);
  await expect(page.locator(".pane").first().locator(".cursor strong")).toBeVisible();
  await page.mouse.move(across(0.7), middle);
  await page.mouse.move(across(0.71), middle);
  await expect(page.locator(".pane").last().locator(".cursor strong")).toBeVisible();
  await expect(said).toHaveCount(1);
  await expect(page.locator(".pane-busy")).toHaveCount(0, { timeout: 60_000 });
  expect(await misplaced(page)).toEqual([]);
  for (const how of ["Swipe", "Two panes"]) {
    await expect(page.locator(".maplibregl-canvas")).toHaveCount(2);
    const { violations } = await new AxeBuilder({ page }).include(".field-map").analyze();
    expect
      .soft(
        violations.map((one) => one.id),
        how,
      )
      .toEqual([]);
    await page.getByRole("button", { name: "Two panes" }).click();
  }
});

test("the value under the cursor is the number of the API", async ({ page }) => {
  const id = await diagnosed(page);
  await signIn(page, "viewer", `/diagnoses/${id}/evidence/e02?view=map`);
  // What is computed for a question takes a right that a viewer has not, and the page says so.
  await expect(page.getByText(/Contours, other times and soundings.*forecaster/)).toBeVisible();
  const cursor = page.locator(".cursor strong");
  const map = page.locator(".pane-map canvas");
  await expect(page.locator(".field-legend")).toBeVisible({ timeout: 90_000 });
  await expect(async () => {
    await map.hover({ position: { x: 200, y: 200 } });
    await map.hover({ position: { x: 205, y: 205 } });
    await expect(cursor).not.toHaveText("–", { timeout: 1000 });
  }).toPass();
  const text = (await page.locator(".cursor").textContent()) ?? "";
  const found = /([\d.]+)°([NS]) ([\d.]+)°([EW])\s*([−\d.]+)/.exec(text);
  if (!found) throw new Error(`no position and value in ${text}`);
  const [, north = "", , east = "", , value = ""] = found;
  const layers = await ask<{ layers: { quantity: string; raster: object | null }[]; time: string }>(
    page,
    `diagnoses/${id}/evidence/e02/layers/?projection=plate_carree`,
  );
  const field = layers.layers.find((layer) => layer.raster);
  const series = () =>
    ask<Series>(page, "extracts/", {
      source: "sample-rainstorm",
      op: "series",
      name: field?.quantity,
      time: { start: layers.time, end: "2026-07-06T00:00:00Z" },
      points: [{ latitude: Number(north), longitude: Number(east) }],
    });
  // A worker that is busy answers later; the same question finds the answer then.
  await expect.poll(async () => (await series()).result, { intervals: [1000] }).not.toBeNull();
  const first = (await series()).result?.places[0]?.values[0]?.value;
  expect(Number(value.replace("−", "-"))).toBeCloseTo(Number(first), 0);
});
