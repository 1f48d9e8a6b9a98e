import { expect, type Page, type Route, test } from "@playwright/test";
import { signInToCrowd } from "./crowd";
import {
  BY_A_WORKER,
  CENTRE,
  complaintsOf,
  demonstration,
  NIGHTLY,
  openReport,
  overflowing,
  signIn,
} from "./demonstration";

const API = "**/api/v1/**";
const HOUR = 3_600_000;
const BUILD = "x-hvrmet-build";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.locator("tr[data-row]");

/** Answers as a server that was upgraded meanwhile. */
const upgraded = async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), [BUILD]: "another" } });
};

/** Lets the page reach the server again; what is being answered is answered. */
const freed = (page: Page) => page.unrouteAll({ behavior: "wait" });

const unavailable = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { "Retry-After": "1" },
    contentType: "application/problem+json",
    body: JSON.stringify({ status: 503, code: "database_unavailable", request_id: "r1", data: {} }),
  });

const OLD = "The platform has been upgraded since you opened this page";

test(
  "after an upgrade the page says so, and nothing that was typed is lost",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "forecaster", `${CENTRE}/new`);
    const words = page.getByRole("textbox", { name: "Ask in your own words" });
    await words.fill("Heavy rain in Jiangsu");
    await expect(page).toHaveURL(/text=Heavy/);
    await page.route(API, upgraded);
    await words.fill("Heavy rain in Jiangsu from 3 to 5 July 2026");
    await expect(page.getByText(OLD)).toBeVisible();
    await freed(page);
    await page.getByRole("button", { name: "Load again" }).click();
    await expect(words).toHaveValue("Heavy rain in Jiangsu from 3 to 5 July 2026");
    await expect(page.getByText(OLD)).toHaveCount(0);
  },
);

test("after an upgrade a page that one goes to is the new one", NIGHTLY, async ({ page }) => {
  await signIn(page, "forecaster");
  await page.route(API, upgraded);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText(OLD)).toBeVisible();
  await freed(page);
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("link", { name: "Reports" }).click();
  expect(new URL((await loaded).url()).pathname).toBe(`${CENTRE}/reports`);
  await expect(heading(page, "Reports")).toBeVisible();
  await expect(page.getByText(OLD)).toHaveCount(0);
});

test(
  "what an upgrade would take away is said before the page is loaded again",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "forecaster", "/components/");
    await page.route(API, upgraded);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByRole("main").getByRole("textbox").first().fill("not sent yet");
    const notice = page.getByRole("status").filter({ hasText: OLD });
    await notice.getByRole("button", { name: "Load again" }).click();
    await expect(notice.getByText("What you have typed on this page is not sent")).toBeVisible();
    await freed(page);
    await page.getByRole("button", { name: "Load all the same" }).click();
    await expect(page.getByText(OLD)).toHaveCount(0);
  },
);

test("a file that an upgrade has taken away leaves no blank page", NIGHTLY, async ({ page }) => {
  await signIn(page, "forecaster");
  const gone = /\/assets\/Reports-[^/]*\.js$/;
  let asked = 0;
  await page.route(gone, (route) => {
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  await page.route(API, upgraded);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(heading(page, "This page could not be loaded")).toBeVisible();
  await expect(page.getByText(OLD)).toBeVisible();
  // Once by the link that fetches it ahead, and once by the import; not again and again.
  expect(asked).toBeLessThanOrEqual(2);
  await freed(page);
  await page.getByRole("button", { name: "Load again" }).click();
  await expect(heading(page, "Reports")).toBeVisible();
});

test("without its script the page is not left blank", NIGHTLY, async ({ page }) => {
  await signIn(page, "forecaster");
  await page.route(/\/assets\/main-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText("The page has not begun yet")).toBeVisible();
  await freed(page);
  await page.getByRole("link", { name: "Load it again" }).click();
  await expect(heading(page, "Diagnoses")).toBeVisible();
});

for (const wrong of [HOUR, -HOUR]) {
  test(
    `a clock that is ${wrong / HOUR} h wrong changes no time that is shown`,
    NIGHTLY,
    async ({ page }) => {
      await page.clock.install({ time: Date.now() + wrong });
      await page.clock.resume();
      const { status, id } = await page.request
        .post("/api/v1/diagnoses/", {
          headers: { Authorization: `Bearer ${demonstration.api_key}` },
          data: { source: "sample-rainstorm", region: [112, 28, 125, 34.5 + wrong / HOUR / 10] },
        })
        .then(async (answer) => ({ status: answer.status(), ...(await answer.json()) }));
      expect(status).toBe("queued");
      await signIn(page, "forecaster");
      expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - wrong)).toBeLessThan(
        HOUR / 6,
      );
      const shown = await page.getByRole("banner").locator("time").getAttribute("datetime");
      expect(Math.abs(Date.parse(shown ?? "") - Date.now())).toBeLessThan(HOUR / 6);
      const own = rows(page).filter({ has: page.locator(`a[href*="${id}"]`) });
      await expect(own).toContainText(/just now|min(ute)?s? ago/);
      const renewed = await page
        .getByText(/renewed|UTC$/)
        .last()
        .textContent();
      const nearby = [-1, 0, 1, 2].map((minutes) =>
        new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16),
      );
      expect(nearby.some((time) => renewed?.includes(time))).toBe(true);
      await page.goto(`${CENTRE}/diagnoses/${id}`);
      await expect(page.locator("[data-run]")).toBeVisible();
      await expect(page.getByText(/^\d:\d\d so far$|^took \d:\d\d$/)).toBeVisible(BY_A_WORKER);
    },
  );
}

test(
  "while the server is away a page keeps what it shows, and goes on by itself",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "forecaster");
    await expect(rows(page).first()).toBeVisible();
    const known = await rows(page).count();
    await page.route(API, (route) => route.abort());
    await expect(page.getByRole("alert")).toContainText("The platform does not answer");
    await expect(rows(page)).toHaveCount(known);
    await freed(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "a page that one goes to while the server is away comes by itself",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "lead");
    await page.route(API, (route) => route.abort());
    await page.route("**/static/**", (route) => route.abort());
    await page.getByRole("link", { name: "Members" }).click();
    await expect(heading(page, "This page could not be loaded")).toBeVisible();
    await freed(page);
    await expect(heading(page, "Members")).toBeVisible();
  },
);

test(
  "while the database restarts a page says so, and comes by itself",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "lead", "/components/");
    await page.route(API, unavailable);
    await page.goto(`${CENTRE}/members`);
    await expect(page.getByRole("alert")).toContainText("The platform is busy");
    await freed(page);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

test("while no worker takes jobs the situation says since when", NIGHTLY, async ({ page }) => {
  await page.route("**/api/v1/situation/**", async (route) => {
    const response = await route.fetch();
    const known = await response.json();
    const queue = {
      ...known.queue,
      stalled: true,
      waiting: 7,
      oldest_waiting_at: "2026-07-05T06:00:00Z",
    };
    await route.fulfill({ response, json: { ...known, queue } });
  });
  await signIn(page, "forecaster", `${CENTRE}/`);
  await expect(page.getByRole("status").filter({ hasText: "7 jobs wait" })).toContainText(
    "2026-07-05 06:00",
  );
});

test("an empty centre says on each page what to do first", NIGHTLY, async ({ page }) => {
  const { empty } = await signInToCrowd(page, (known) => `/c/${known.empty}/`);
  await expect(page.getByText("To begin, request one")).toBeVisible();
  for (const [path, words] of [
    ["diagnoses", "Request one on the page New diagnosis"],
    ["reports", "Each diagnosis that finishes leaves a draft"],
    ["invitations", /./],
    ["keys", /./],
  ] as const) {
    await page.goto(`/c/${empty}/${path}`);
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
  }
  await page.route("**/api/v1/sources/", (route) => route.fulfill({ json: { results: [] } }));
  await page.goto(`/c/${empty}/new`);
  await expect(page.getByText("The operator registers sources")).toBeVisible();
});

test(
  "a thousand diagnoses are paged through, and names of all kinds keep their place",
  NIGHTLY,
  async ({ page }) => {
    const complaints = await complaintsOf(page);
    const { tenant } = await signInToCrowd(page, (known) => `/c/${known.tenant}/diagnoses`);
    await expect(page).toHaveTitle(
      /^Diagnoses · \u2068"Nord\/Süd" & مركز الأرصاد\u2069 · HVR-Met$/,
    );
    const asked = rows(page).locator("td:nth-child(6)");
    await expect(asked.filter({ hasText: "· \u2068مركز الأرصاد (3)\u2069" }).first()).toBeVisible();
    await expect(asked.filter({ hasText: "· <b>bold</b>" }).first()).toBeVisible();
    expect(await overflowing(page)).toEqual([]);
    let seen = 0;
    for (;;) {
      await expect(rows(page).first()).toBeVisible();
      seen += await rows(page).count();
      const older = page.getByRole("button", { name: "Older" });
      if (await older.isDisabled()) break;
      const first = await rows(page).first().locator("a").first().getAttribute("href");
      await older.click();
      await expect(rows(page).first().locator("a").first()).not.toHaveAttribute(
        "href",
        first ?? "",
      );
    }
    // A thousand, and the two runs that go on.
    expect(seen).toBe(1002);
    for (const path of ["keys", "members"]) {
      await page.goto(`/c/${tenant}/${path}`);
      await expect(rows(page).first()).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await overflowing(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await page.goto(`/c/${tenant}/`);
    await expect(page.getByText(/more are not shown/)).toBeVisible();
    expect(complaints).toEqual([]);
  },
);

test("a run of ten thousand events is shown", NIGHTLY, async ({ page }) => {
  const { tenant, run } = await signInToCrowd(page, (known) => `/c/${known.tenant}/diagnoses`);
  await page.goto(`/c/${tenant}/diagnoses/${run}`);
  await expect(page.locator("[data-run=running]")).toBeVisible();
  const rounds = page.getByRole("region", { name: "Hypotheses and verdicts" });
  await expect(rounds.locator("[data-stand=confirmed]").first()).toBeVisible();
  const factors = await rounds
    .locator("li[data-stand] > button > span:nth-of-type(1)")
    .allTextContents();
  expect(new Set(factors).size).toBe(factors.length);
});

test(
  "a report of three hundred claims is read, each with its origin",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "reviewer");
    await openReport(page);
    // What the bundled case says is of this size.
    const claims = page.getByRole("article").locator("[data-source]");
    expect(await claims.count()).toBeGreaterThan(200);
    await page.locator("#chain [data-source^=evidence]").last().click();
    await expect(page.locator("aside").first()).toBeVisible();
  },
);

test(
  "another centre's address shows the way to one's own, and nothing of the other",
  NIGHTLY,
  async ({ page }) => {
    await signIn(page, "forecaster");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.headers()["x-hvrmet-tenant"] === "exercise") asked.push(request.url());
    });
    for (const path of ["", "diagnoses", "reports", "new", "members"]) {
      await page.goto(`/c/exercise/${path}`);
      await expect(heading(page, "You are not a member of this centre")).toBeVisible();
      await expect(page.getByText("Exercise centre")).toHaveCount(0);
    }
    expect(asked).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Demonstration centre" }).click();
    await expect(heading(page, "Situation")).toBeVisible();
  },
);

test("two windows of one person work in two centres", NIGHTLY, async ({ page, context }) => {
  await signIn(page, "lead");
  const other = await context.newPage();
  await signIn(other, "lead", "/c/exercise/diagnoses");
  await expect(other.getByRole("heading", { name: "No diagnosis yet" })).toBeVisible();
  await page.bringToFront();
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("link", { name: /Weather diagnosis/ }).first()).toBeVisible();
  await other.bringToFront();
  await other.getByRole("link", { name: "Reports" }).click();
  await expect(other.getByRole("heading", { name: "No report yet" })).toBeVisible();
  await expect(page).toHaveTitle("Reports · Demonstration centre · HVR-Met");
});
