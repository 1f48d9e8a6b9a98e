import { expect, test } from "@playwright/test";
import { CENTRE, demonstration, NIGHTLY, passwordOf, signIn } from "./demonstration";

const problem = (status: number, code: string, more: object = {}, headers = {}) => ({
  status,
  headers,
  contentType: "application/problem+json",
  body: JSON.stringify({
    status,
    code,
    title: "",
    detail: "",
    request_id: "r1",
    data: {},
    ...more,
  }),
});

for (const name of Object.keys(demonstration.passwords)) {
  const details = name === "curator" ? {} : NIGHTLY;
  test(`${name} signs in to a page of use`, details, async ({ page }) => {
    await signIn(page, name, `${CENTRE}/`);
    await expect(page.getByRole("heading", { level: 1, name: "Situation" })).toBeVisible();
    await expect(
      page.getByRole("listitem").filter({ hasText: "Idealised rainstorm" }).first(),
    ).toBeVisible();
  });
}

test("a report is reached from both lists", async ({ page }) => {
  await signIn(page, "reviewer");
  await page.getByRole("link", { name: "Read" }).first().click();
  await expect(page).toHaveURL(new RegExp(`${CENTRE}/diagnoses/[^/]+/report/\\d`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weather diagnosis");
  await page.goto(`${CENTRE}/reports`);
  await page
    .getByRole("link", { name: /Weather diagnosis/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weather diagnosis");
});

test("filters stand in the address, and the way back takes them away", async ({ page }) => {
  await signIn(page, "forecaster");
  await page.getByRole("button", { name: /State/ }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole("heading", { name: "Nothing matches the filters" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /State/ })).toContainText("Failed");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("link", { name: "Read" }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/status=failed/);
});

test("everything is reached by keys", async ({ page }) => {
  await signIn(page, "forecaster");
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await expect(page).toHaveTitle("Reports · Demonstration centre · HVR-Met");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("diagn");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Diagnoses" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("j");
  const row = page.locator("tr[data-row]").first();
  await expect(row.getByRole("link").last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/diagnoses\/[0-9a-f-]+/);
});

test("language and appearance are chosen, and kept by the server's pages too", async ({ page }) => {
  await signIn(page, "forecaster");
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "中文" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "诊断" })).toBeVisible();
  await page.getByRole("button", { name: /的账号/ }).click();
  await page.getByRole("menuitemradio", { name: "浅色" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.goto("/accounts/2fa/");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("a session that ends in mid-work goes on after a sign-in, with nothing lost", async ({
  page,
}) => {
  await signIn(page, "forecaster", `${CENTRE}/diagnoses?event=rainstorm`);
  await expect(page.getByRole("link", { name: "Read" }).first()).toBeVisible();
  await page.context().clearCookies({ name: "hvrmet_session" });
  await page.getByRole("button", { name: /State/ }).click();
  await page.getByRole("option", { name: "Finished" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("Password").fill("not-the-password");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog.getByRole("status")).toBeVisible();
  await dialog.getByLabel("Password").fill(passwordOf("forecaster"));
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/event=rainstorm.*status=finished|status=finished.*event=rainstorm/);
  await expect(page.getByRole("link", { name: "Read" }).first()).toBeVisible();
});

test("a sensitive act asks who one is, and goes on", async ({ page }) => {
  await signIn(page, "forecaster", "/components/");
  let asked = 0;
  await page.route("**/api/v1/reports/**", (route) => {
    asked += 1;
    const refusal = problem(403, "confirmation_required", { data: { ways: ["password"] } });
    return asked === 1 ? route.fulfill(refusal) : route.continue();
  });
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password").fill(passwordOf("forecaster"));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("link", { name: /Weather diagnosis/ }).first()).toBeVisible();
  expect(asked).toBeGreaterThan(1);
});

test("a refusal says what happened and what to do, and the page goes on when it is over", async ({
  page,
}) => {
  await signIn(page, "forecaster", "/components/");
  let refusal: ReturnType<typeof problem> | null = problem(503, "database_unavailable");
  await page.route("**/api/v1/diagnoses/**", (route) =>
    refusal ? route.fulfill(refusal) : route.continue(),
  );
  await page.goto(`${CENTRE}/diagnoses`);
  await expect(page.getByRole("alert")).toContainText("The platform is busy");
  await expect(page.getByRole("alert")).toContainText("Request r1");
  refusal = null;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Read" }).first()).toBeVisible();
});

test("a window of somebody who is no longer here cannot go on", async ({ page, context }) => {
  await signIn(page, "forecaster");
  const other = await context.newPage();
  await context.clearCookies({ name: "hvrmet_session" });
  await signIn(other, "reviewer");
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const dialog = page.getByRole("dialog", { name: "Somebody else is signed in" });
  await dialog.getByRole("button", { name: "Go on as reviewer" }).click();
  await expect(page.getByRole("button", { name: /Account of reviewer/ })).toBeVisible();
});

test("built files are kept for ever, and sent compressed", async ({ page, request }) => {
  await signIn(page, "forecaster");
  const script = await page.locator("script[type=module]").getAttribute("src");
  for (const encoding of ["gzip", "br"]) {
    const answer = await request.get(script ?? "", { headers: { "Accept-Encoding": encoding } });
    expect(answer.headers()["cache-control"]).toContain("immutable");
    expect(answer.headers()["content-encoding"]).toBe(encoding);
  }
});
