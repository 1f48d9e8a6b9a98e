import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { CENTRE, complaintsOf, demonstration, NIGHTLY, prefer, signIn } from "./demonstration";

const NEW = `${CENTRE}/new`;
const ENGLISH = "Heavy rain in Jiangsu from 3 to 5 July 2026";
const CHINESE = "2026年7月3日至5日江苏暴雨";

const chip = (page: Page, name: string) => page.locator(`[data-chip=${name}]`);
const words = (page: Page) => page.getByRole("textbox", { name: "Ask in your own words" });
const sendButton = (page: Page) => page.getByRole("button", { name: /Request the diagnosis/ });
const region = (page: Page) => new URL(page.url()).searchParams.get("region");

async function openForm(page: Page, query = "") {
  await signIn(page, "forecaster", `${NEW}${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "New diagnosis" })).toBeVisible();
  // What the only source holds is read by a worker.
  await expect(page.getByText("The data hold")).toBeVisible();
}

/** Counts the diagnoses that a page asks for. */
function requestsOf(page: Page) {
  const made: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.endsWith("/diagnoses/")) made.push(pathname);
  });
  return made;
}

/** Waits for the page on which the new diagnosis grows, and cancels it: its result is of no use here. */
async function arrived(page: Page, request: APIRequestContext) {
  await page.waitForURL(/\/diagnoses\/[0-9a-f-]{36}$/);
  await expect(page.locator("[data-run]")).toBeVisible();
  const id = page.url().split("/").at(-1);
  const answer = await request.post(`/api/v1/diagnoses/${id}/cancel/`, {
    headers: { Authorization: `Bearer ${demonstration.api_key}` },
    data: {},
  });
  // It may have ended by then.
  expect([200, 202, 409]).toContain(answer.status());
}

async function drag(page: Page, from: [number, number], to: [number, number]) {
  const map = page.locator("[data-drawn] [role=application]");
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error("the map has no place");
  const at = ([x, y]: [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("a diagnosis is requested in words, and nothing is sent while a word is unread", async ({
  page,
  request,
}) => {
  const complaints = await complaintsOf(page);
  await openForm(page);
  const made = requestsOf(page);
  await words(page).fill(`${ENGLISH} with blorps`);
  await words(page).press("Enter");
  await expect(chip(page, "where")).toContainText("Jiangsu");
  await expect(chip(page, "when")).toContainText("3 to 5 July 2026");
  await expect(chip(page, "event")).toHaveAttribute("data-origin", "said");
  await expect(chip(page, "preset")).toHaveAttribute("data-origin", "assumed");
  await expect(page.locator("mark[data-unread]")).toContainText("blorps");
  await expect(page.getByRole("list", { name: "What is still open" })).toContainText("blorps");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Not complete: show me" }).click();
  await expect(words(page)).toBeFocused();
  expect(made).toEqual([]);

  await words(page).fill(ENGLISH);
  await expect(page.locator("mark[data-unread]")).toHaveCount(0);
  await expect(sendButton(page)).toBeVisible();
  await chip(page, "where").hover();
  await expect(page.locator("mark[data-pointed]")).toHaveText("Jiangsu");
  await expect(page).toHaveURL(/text=/);
  await page.reload();
  await expect(words(page)).toHaveValue(ENGLISH);
  await expect(chip(page, "where")).toContainText("Jiangsu");
  await sendButton(page).click();
  await arrived(page, request);
  expect(made).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("words in Chinese are read and answered in Chinese", NIGHTLY, async ({ page, context }) => {
  await prefer(context, "zh", "light");
  await signIn(page, "forecaster", NEW);
  const text = page.getByRole("textbox", { name: "用一句话提出请求" });
  await text.fill(`${CHINESE}旮旯`);
  await text.press("Enter");
  await expect(chip(page, "where")).toContainText("江苏");
  await expect(chip(page, "event")).toContainText("暴雨");
  await expect(page.locator("mark[data-unread]")).toContainText("旮旯");
  await expect(page.getByRole("list", { name: "尚待明确的内容" })).toContainText("无法理解");
  await text.fill(CHINESE);
  await expect(page.getByRole("button", { name: /提交诊断请求/ })).toBeVisible();
});

test("place, box and period are set by hand, win over the words, and are sent", async ({
  page,
  request,
}) => {
  await openForm(page, `?text=${encodeURIComponent(ENGLISH)}`);
  await expect(chip(page, "where")).toContainText("Jiangsu");
  await page.getByRole("combobox", { name: "Find a place" }).fill("Anhu");
  await page.getByRole("option", { name: /Anhui/ }).first().click();
  await expect(chip(page, "where")).toContainText("Anhui");
  await expect(chip(page, "where")).toContainText("set by hand");
  const ofPlace = region(page);

  await page.getByRole("button", { name: "Draw a box" }).click();
  await drag(page, [0.3, 0.35], [0.6, 0.65]);
  await expect.poll(() => region(page)).not.toBe(ofPlace);
  const drawn = region(page);
  await drag(page, [0.6, 0.5], [0.68, 0.5]);
  await expect.poll(() => region(page)).not.toBe(drawn);
  const [west, south, , north] = (drawn ?? "").split(",");
  // Only its eastern edge has moved.
  expect(region(page)).toMatch(new RegExp(`^${west},${south},[^,]+,${north}$`));
  await page.getByRole("textbox", { name: "East" }).fill("122");
  await page.getByRole("textbox", { name: "East" }).press("Enter");
  await expect.poll(() => region(page)?.split(",")[2]).toBe("122");
  await chip(page, "where").getByRole("button", { name: "Remove: Where" }).click();
  await expect(chip(page, "where")).toContainText("Jiangsu");

  await page.getByRole("button", { name: "Last 24 h of the data" }).click();
  await expect(chip(page, "when")).toContainText("set by hand");
  await page.getByRole("spinbutton", { name: /hour, Begin/ }).press("ArrowUp");
  await expect(page).toHaveURL(/start=2026-07-05T01/);
  // The reader's own clock stands beside it.
  await expect(page.getByText("2026-07-05 09:00 UTC+8 local")).toBeVisible();
  await expect(sendButton(page)).toBeVisible();
  await page.getByRole("radio", { name: /Rainstorm/ }).focus();
  await page.keyboard.press("Control+Enter");
  await arrived(page, request);
  await expect(page.locator("[data-run]")).toContainText("2026-07-05 01:00");
});

test(
  "what the data support, and what lies outside of them, is said before anything is sent",
  NIGHTLY,
  async ({ page }) => {
    await openForm(page, "?region=110,27,126,35");
    await expect(page.locator("[data-support=feasible]").first()).toBeVisible();
    await expect(sendButton(page)).toBeVisible();
    for (const [edge, value] of [
      ["West", "170"],
      ["East", "-170"],
    ] as const) {
      await page.getByRole("textbox", { name: edge }).fill(value);
      await page.getByRole("textbox", { name: edge }).press("Enter");
    }
    const where = page.getByRole("region", { name: "Where" });
    await expect(where).toContainText("crosses the date line");
    await expect(where.getByRole("status")).toContainText(["The region lies outside the data."]);
    await page.goto(`${NEW}?region=110,27,126,35&start=2026-07-05T00:00Z&end=2026-07-03T00:00Z`);
    await expect(page.getByRole("region", { name: "When" })).toContainText("ends before it begins");
    await expect(sendButton(page)).toHaveCount(0);
  },
);

test("a region is saved under a name, chosen and deleted", NIGHTLY, async ({ page }) => {
  await openForm(page, "?region=115,28,123,34");
  await page.getByRole("button", { name: "Save this region" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Lower Yangtze");
  await page.keyboard.press("Enter");
  const saved = page.getByRole("button", { name: "Lower Yangtze", exact: true });
  await expect(saved).toBeVisible();
  await page.goto(NEW);
  await saved.click();
  await expect.poll(() => region(page)).toBe("115,28,123,34");
  await page.getByRole("button", { name: "Delete the region Lower Yangtze" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(saved).toHaveCount(0);
});

test("a last request fills the form, and runs again", NIGHTLY, async ({ page, request }) => {
  await openForm(page, "?region=112,28,120,34&event=rainstorm");
  await sendButton(page).click();
  await arrived(page, request);
  await page.getByRole("link", { name: "New diagnosis" }).click();
  const last = page.getByRole("region", { name: "Your last requests" }).getByRole("listitem");
  await last
    .first()
    .getByRole("button", { name: /Rainstorm/ })
    .click();
  await expect.poll(() => region(page)).toBe("112,28,120,34");
  await page.goBack();
  await expect.poll(() => region(page)).toBeNull();
  await last.first().getByRole("button", { name: "Run again" }).click();
  await arrived(page, request);
});

test("a refusal and a lost answer lose nothing, and a second try makes no second job", async ({
  page,
}) => {
  await openForm(page, "?region=112,28,120,34");
  const keys: (string | undefined)[] = [];
  let refusal: { status: number; code: string } | null = null;
  await page.route("**/api/v1/diagnoses/", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (!refusal) return route.abort();
    const body = JSON.stringify({ title: "", detail: "", request_id: "r1", data: {}, ...refusal });
    return route.fulfill({
      status: refusal.status,
      contentType: "application/problem+json",
      body,
    });
  });
  await sendButton(page).click();
  await expect(page.getByText("The platform does not answer")).toBeVisible();
  refusal = { status: 429, code: "quota_running_jobs" };
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("as many diagnoses waiting or running as it may")).toBeVisible();
  refusal = { status: 422, code: "region_not_held" };
  await sendButton(page).click();
  await expect(page.getByRole("region", { name: "Where" })).toContainText("does not hold this");
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  expect(region(page)).toBe("112,28,120,34");
});

test(
  "without the reading of words, places or the map, the controls go on",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "forecaster", "/components/");
    await page.route("**/api/v1/requests/read/", (route) => route.abort());
    await page.route("**/api/v1/places/**", (route) => route.abort());
    await page.route("**/WeatherMap-*.js", (route) => route.abort());
    await page.goto(`${NEW}?region=112,28,120,34&text=rain`);
    await expect(page.getByText("The map cannot be drawn here")).toBeVisible();
    await page.getByRole("combobox", { name: "Find a place" }).fill("Anhui");
    await expect(page.getByText("Places cannot be searched just now").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear the words" }).click();
    await expect(sendButton(page)).toBeVisible();
  },
);

test("who may only read is told so, and has no such page in the bar", async ({ page }) => {
  await signIn(page, "auditor", NEW);
  await expect(
    page.getByRole("heading", { name: "You may not request a diagnosis here" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "New diagnosis" })).toHaveCount(0);
});
