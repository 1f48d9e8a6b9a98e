import { expect, type Page, test } from "@playwright/test";
import { CENTRE, NIGHTLY, openReport, prefer, signIn } from "./demonstration";

const side = (page: Page) => page.getByRole("complementary");
const article = (page: Page) => page.getByRole("article");

test("a number leads to its operator, inputs, formula, library entry and event of the run", async ({
  page,
}) => {
  await signIn(page, "reviewer");
  await openReport(page);
  const values = article(page).locator("#chain td [data-source^='evidence:']");
  await values.filter({ hasText: /\d/ }).first().click();
  await expect(page).toHaveURL(/claim=c\d+/);
  for (const title of ["How it is computed", "Operator", "Inputs", "Library entry", "In the run"]) {
    await expect(side(page).getByText(title, { exact: true })).toBeVisible();
  }
  await side(page).locator("summary").first().click();
  await expect(side(page).locator("details[open] pre")).toContainText('"type"');
  // The address shows the same to whoever gets it.
  await page.reload();
  await expect(side(page).getByText("Library entry", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(side(page).getByText("Choose a number in the text")).toBeVisible();
  await expect(page).not.toHaveURL(/claim=/);
});

test("evidence leads to its places in the text, and they to it", async ({ page }) => {
  await signIn(page, "forecaster");
  await openReport(page);
  const first = side(page).getByRole("listitem").getByRole("button").first();
  await first.click();
  await expect(page).toHaveURL(/evidence=/);
  const id = new URL(page.url()).searchParams.get("evidence") ?? "";
  const places = page.locator(`[data-source="evidence:${id}"]`);
  // The list says it of each piece, until the chosen one stands there alone.
  const said = side(page).getByText(/In \d+ places? of the text/);
  await expect(said).toHaveCount(1);
  await expect(said).toContainText(` ${await places.count()} `);
  await side(page).getByRole("button", { name: "Next place" }).click();
  await expect(places.first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(places.first()).not.toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/claim=/);
});

test("sections beyond the edge are announced, and come into sight", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 700 });
  await signIn(page, "forecaster");
  await openReport(page);
  const strip = page.getByRole("navigation", { name: "Sections of the report" });
  const [first, last] = [strip.getByRole("link").first(), strip.getByRole("link").last()];
  await expect(last).not.toBeInViewport();
  await strip.locator("..").getByRole("button", { name: "More" }).click();
  await expect(last).toBeInViewport();
  await expect(first).not.toBeInViewport();
  await page.locator("[data-end]").last().scrollIntoViewIfNeeded();
  await expect(strip.locator("[aria-current]")).toBeInViewport();
  await article(page)
    .locator("#summary")
    .evaluate((one) => one.scrollIntoView());
  await expect(first).toBeInViewport();
});

test("charts are seen large, one after the other, by keys", async ({ page }) => {
  await signIn(page, "forecaster");
  await openReport(page);
  await page.keyboard.press("c");
  const viewer = page.getByRole("dialog", { name: /Chart 1 of/ });
  await expect(viewer.locator("img")).toBeVisible();
  expect(await viewer.locator("img").evaluate((image: HTMLImageElement) => image.decode())).toBe(
    undefined,
  );
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: /Chart 2 of/ })).toBeVisible();
  await expect(page).toHaveURL(/chart=2/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("both languages of the version are read, in either language of the pages", async ({
  page,
  context,
}) => {
  await signIn(page, "forecaster");
  await openReport(page);
  const sections = await article(page).locator("h2").count();
  const values = await article(page).locator("[data-claim]").count();
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("诊断报告");
  expect(await article(page).locator("h2").count()).toBe(sections);
  expect(await article(page).locator("[data-claim]").count()).toBe(values);
  await expect(article(page)).toHaveAttribute("lang", "zh-Hans");
  await expect(side(page).getByText("Choose a number in the text")).toBeVisible();
  await prefer(context, "zh", "dark");
  await page.goto(page.url().split("?")[0] ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("诊断报告");
  await page.keyboard.press("l");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weather diagnosis");
});

test("a version that is kept in one language only is read in that one", async ({
  page,
  context,
}) => {
  await page.route("**/reading/?language=zh", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      body: JSON.stringify({
        ...{ status: 404, code: "reading_missing", detail: "not yet" },
        data: { languages: ["en"] },
      }),
    }),
  );
  await prefer(context, "zh", "light");
  await signIn(page, "forecaster");
  await openReport(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weather diagnosis");
  await expect(article(page)).toHaveAttribute("lang", "en");
});

test("a version is taken away as a file, in the centre of its address", async ({ page }) => {
  await signIn(page, "lead", "/c/exercise/diagnoses");
  await openReport(page);
  await page.getByRole("button", { name: "Files" }).click();
  const file = page.getByRole("menuitem", { name: /HTML/ });
  await expect(file).toHaveAttribute("href", /export\/html/);
  // The session worked in another centre last.
  await page.goto((await file.getAttribute("href")) ?? "");
  await expect(page.locator("h1").first()).toContainText("Weather diagnosis");
});

test("where there is no report, the page says why and where to go", async ({ page }) => {
  await signIn(page, "forecaster");
  await openReport(page);
  await page.goto(page.url().replace(/report\/\d+.*/, "report/99"));
  await expect(page.getByText("The diagnosis has no version of this number.")).toBeVisible();
  await page.getByRole("link", { name: "How the diagnosis stands" }).click();
  await expect(page).toHaveURL(/\/diagnoses\/[0-9a-f-]+$/);
  await page.goto(`${CENTRE}/diagnoses/00000000-0000-4000-8000-000000000000/report/1`);
  await expect(page.getByRole("status").or(page.getByRole("alert")).last()).toContainText(
    "There is nothing at this address",
  );
});

test(
  "page one on paper is the summary with the event's charts, without controls",
  NIGHTLY,
  async ({ page }) => {
    // A4 within its margins, at 96 dots an inch.
    await page.setViewportSize({ width: 703, height: 1032 });
    await signIn(page, "forecaster");
    await openReport(page);
    const summary = article(page).locator("#summary");
    await summary.locator("img").last().scrollIntoViewIfNeeded();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Files" })).toHaveCount(0);
    const end = await summary.evaluate((one) => one.getBoundingClientRect().bottom + scrollY);
    expect(end).toBeLessThan(1032);
  },
);
