import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { CENTRE, complaintsOf, demonstration, signIn } from "./demonstration";

const MAP = "[data-drawn]";
const rows = (page: Page) => page.locator("li button[data-row]");

async function openSituation(page: Page, query = "") {
  await signIn(page, "forecaster", `${CENTRE}/${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Situation" })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator(MAP)).toBeVisible();
}

/** How many colours are in the middle of the map: a blank one has a single one. */
const coloursOf = (page: Page): Promise<number> =>
  page
    .locator(`${MAP} canvas`)
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext("2d");
      if (!context) throw new Error("the map is no canvas of two dimensions");
      const { data } = context.getImageData(width / 4, height / 4, width / 2, height / 2);
      const colours = new Set<number>();
      for (let at = 0; at < data.length; at += 4) {
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      }
      return colours.size;
    });

/** Asks for a diagnosis as a service does. */
async function queueDiagnosis(request: APIRequestContext) {
  const answer = await request.post("/api/v1/diagnoses/", {
    headers: { Authorization: `Bearer ${demonstration.api_key}` },
    data: { source: "sample-rainstorm", region: [110, 27, 126, 35] },
  });
  expect(answer.status()).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  return {
    id,
    cancel: () =>
      request.post(`/api/v1/diagnoses/${id}/cancel/`, {
        headers: { Authorization: `Bearer ${demonstration.api_key}` },
        data: {},
      }),
  };
}

test("the first page shows the event on a map that has really been drawn", async ({ page }) => {
  const complaints = await complaintsOf(page);
  await openSituation(page);
  await expect(page.locator(`${MAP}[data-base=there]`)).toBeVisible();
  expect(await coloursOf(page)).toBeGreaterThan(20);
  await rows(page).filter({ hasText: "ainstorm" }).first().click();
  const card = page.getByRole("complementary", { name: "The selected diagnosis" });
  await expect(card).toContainText(/\d+ mm in 24 h/);
  await expect(page).toHaveURL(/at=/);
  await page.reload();
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await rows(page).first().click();
  await card.getByRole("link", { name: /Read the report/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weather diagnosis");
  expect(complaints).toEqual([]);
});

test("a symbol on the map selects its diagnosis, and the sea none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openSituation(page);
  // The event of the demonstration comes into the middle.
  await rows(page).filter({ hasText: "Heavy rainstorm" }).first().click();
  await page.keyboard.press("m");
  const card = await page.getByRole("complementary").boundingBox();
  await page.keyboard.press("Escape");
  const map = page.locator(`${MAP} [role=application]`);
  const box = await map.boundingBox();
  if (!box || !card) throw new Error("the map has no place");
  // It lies in the middle of what the card had left free.
  await map.click({ position: { x: (card.width + box.width) / 2, y: box.height / 2 } });
  await expect(rows(page).and(page.locator("[aria-pressed=true]"))).toHaveCount(1);
  await map.click({ position: { x: 8, y: box.height - 60 } });
  await expect(rows(page).and(page.locator("[aria-pressed=true]"))).toHaveCount(0);
});

test("what happens appears by itself, and nothing moves under the pointer", async ({
  page,
  request,
}) => {
  await openSituation(page);
  const known = await rows(page).count();
  await rows(page).first().hover();
  const queued = await queueDiagnosis(request);
  const news = page.getByRole("button", { name: /change/ });
  await expect(news).toBeVisible();
  await expect(rows(page)).toHaveCount(known);
  await page.keyboard.press("u");
  await expect(rows(page)).toHaveCount(known + 1);
  await expect(news).toHaveCount(0);
  await queued.cancel();
  await page.mouse.move(10, 300);
  const own = page.locator("li").filter({ has: page.locator(`[data-row="${queued.id}"]`) });
  await expect(own).toContainText(/Cancelled|Version/);
});

test("everything is reached by keys", async ({ page }) => {
  await openSituation(page);
  await page.keyboard.press("j");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  await page.locator(`${MAP} [role=application]`).focus();
  for (const key of ["+", "-", "ArrowLeft", "0"]) await page.keyboard.press(key);
  await expect(page.locator(MAP)).toBeVisible();
});

test("without the base map, and without the map at all, the page says so and goes on", async ({
  page,
}) => {
  await signIn(page, "forecaster", "/components/");
  await page.route("**/*.bin", (route) => route.abort());
  await page.goto(`${CENTRE}/`);
  await expect(page.getByText("The base map could not be loaded")).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.route("**/WeatherMap-*.js", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("The map cannot be drawn here")).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

test("a banner says what the installation is for, on every page", async ({ page }) => {
  await page.goto("/accounts/login/");
  await expect(page.getByText("Demonstration: nothing here")).toBeVisible();
  await signIn(page, "forecaster", `${CENTRE}/reports`);
  await expect(page.getByText("Demonstration: nothing here")).toBeVisible();
});
