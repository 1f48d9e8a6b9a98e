import { expect, type Page, test, type WebSocketRoute } from "@playwright/test";
import { BY_A_WORKER, CENTRE, demonstration, NIGHTLY, signIn } from "./demonstration";

const SOURCE = "sample-rainstorm";
const headers = { Authorization: `Bearer ${demonstration.api_key}` };

/** Queues a diagnosis as a service does, and returns its address. */
async function queued(page: Page, region: number[]): Promise<string> {
  const answer = await page.request.post("/api/v1/diagnoses/", {
    headers,
    data: { source: SOURCE, region },
  });
  expect(answer.status()).toBe(202);
  return `${CENTRE}/diagnoses/${(await answer.json()).id}`;
}

/** Stands between the page and its socket, so that it can be broken. */
async function fragile(page: Page) {
  let isBroken = false;
  const open: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws\/v1\/diagnoses\//, (socket) => {
    if (isBroken) {
      void socket.close({ code: 1012 });
      return;
    }
    socket.connectToServer();
    open.push(socket);
  });
  return {
    breakOff: async () => {
      isBroken = true;
      for (const socket of open.splice(0)) await socket.close({ code: 1012 });
    },
    mend: () => {
      isBroken = false;
    },
  };
}

test(
  "a diagnosis grows before one's eyes, is steered, and ends in its report",
  NIGHTLY,
  async ({ page }) => {
    const socket = await fragile(page);
    const address = await queued(page, [111, 28, 125, 34.5]);
    await signIn(page, "lead", address);
    await expect(page.locator("[data-run=running]")).toBeVisible(BY_A_WORKER);

    // The criteria, then the first hypothesis, then a verdict with its place.
    const criteria = page.getByRole("region", { name: "Which event" });
    await expect(criteria.getByText("151 mm against 50 mm")).toBeVisible();
    const rounds = page.getByRole("region", { name: "Hypotheses and verdicts" });
    await expect(rounds.locator("[data-stand=proposed]").first()).toBeVisible();

    await page.getByRole("button", { name: "Add or pin a factor" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Choose a factor/ }).click();
    await page.getByRole("option", { name: "Precipitable water", exact: true }).click();
    await dialog.getByLabel("Reason").fill("the radiosonde of Nanjing is moist");
    await dialog.getByRole("button", { name: "Add or pin a factor" }).click();
    await expect(dialog).toHaveCount(0);

    // The connection breaks, and what came meanwhile is there once.
    await socket.breakOff();
    await expect(page.getByText(/The connection is away/)).toBeVisible();
    await expect(
      page.getByText("The server is being restarted; it goes on by itself."),
    ).toBeVisible();
    socket.mend();
    await expect(page.getByText(/The connection was away for .* meanwhile/)).toBeVisible();

    await expect(page.locator("[data-run=finished]")).toBeVisible(BY_A_WORKER);
    const factors = await rounds
      .locator("li[data-stand] > button > span:nth-of-type(1)")
      .allTextContents();
    expect(new Set(factors).size).toBe(factors.length);
    await expect(rounds.locator("[data-stand=working], [data-stand=proposed]")).toHaveCount(0);
    await expect(rounds.getByText("asked for by a person")).toBeVisible();
    const orders = page.getByRole("region", { name: "Orders" });
    await expect(orders).toContainText("the radiosonde of Nanjing is moist");

    const confirmed = rounds.locator("[data-stand=confirmed]").first();
    await confirmed.getByRole("button").first().click();
    await expect(confirmed.getByText("Found at")).toBeVisible();
    await page
      .getByRole("button", { name: /^Open the chart/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "Read the report" }).click();
    await expect(page).toHaveURL(/\/report\/1/);
  },
);

test(
  "a diagnosis that is stopped says what stands, and can be run again",
  NIGHTLY,
  async ({ page }) => {
    const address = await queued(page, [111, 28, 124, 34.5]);
    await signIn(page, "forecaster", address);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("the wrong region");
    await page.getByRole("dialog").getByRole("button", { name: "Stop it" }).click();
    await expect(page.getByText(/The diagnosis was stopped/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Run again" })).toBeVisible();
  },
);

test("who may only watch is told so, and another centre's diagnosis is not there", async ({
  page,
}) => {
  const address = await queued(page, [112, 28, 124, 34.5]);
  await signIn(page, "reviewer", address);
  await expect(page.getByText(/You may watch/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Conclude now" })).toHaveCount(0);
  await page.goto(`${CENTRE}/diagnoses/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText(/nothing at this address/)).toBeVisible();
});
