import { type Browser, expect, type Page, test } from "@playwright/test";
import { demo, diagnosed, signIn } from "./steps";

async function as(browser: Browser, name: string, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, name, path);
  return page;
}

async function confirmed(page: Page, name: string) {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  if (await dialog.isVisible()) {
    await dialog.getByLabel("Password").fill(demo.passwords[name] ?? "");
    await dialog.getByRole("button", { name: "Confirm" }).click();
  }
}

test("a report is commented, corrected, approved and published by different people", async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000);
  const id = await diagnosed(page);
  const path = `/diagnoses/${id}/report`;

  // The reviewer reads a claim, its evidence, comments and asks for changes.
  const reviewer = await as(browser, "reviewer", path);
  const summary = reviewer.locator("#section-summary .sentence").first();
  await expect(summary).toBeVisible();
  const bound = reviewer.locator(".claim.bound").first();
  await bound.click();
  await expect(reviewer.locator(".chosen-evidence")).toBeVisible();
  await expect(bound).toHaveClass(/lit/);
  await summary.hover();
  await summary.getByRole("button", { name: "Comment or correct this sentence" }).click();
  await reviewer.getByRole("menuitem", { name: "Comment" }).click();
  await reviewer.getByRole("textbox", { name: "Comment" }).fill("Say over which basin.");
  await reviewer.getByRole("button", { name: "Keep" }).click();
  const request = reviewer.getByRole("button", { name: "Request changes" });
  await expect(request).toBeDisabled();
  await reviewer.getByLabel("Your words on the whole report").fill("The place is missing.");
  await request.click();
  await expect(reviewer.getByText("Say over which basin.").first()).toBeVisible();
  await expect(reviewer.getByRole("button", { name: /Version 1\s*In review/ })).toBeVisible();

  // The reviewer corrects: a worker makes version 2 of it.
  await summary.hover();
  await summary.getByRole("button", { name: "Comment or correct this sentence" }).click();
  await reviewer.getByRole("menuitem", { name: "Insert own words after it" }).click();
  await reviewer.getByLabel("Own words").fill("Roads in the basin were flooded.");
  await reviewer.getByRole("button", { name: "Keep" }).click();
  await reviewer.getByLabel("What the correction is for").fill("the basin");
  await reviewer.getByRole("button", { name: "Send the correction" }).click();
  await expect(reviewer.getByRole("button", { name: /Version 2/ })).toBeVisible({
    timeout: 90_000,
  });

  // An administrator makes another person a reviewer, for nobody approves their own words.
  const lead = await as(browser, "lead", "/settings/members");
  await lead
    .getByRole("row", { name: /^viewer/ })
    .getByRole("button", { name: "Change" })
    .click();
  await lead
    .getByRole("dialog")
    .getByLabel(/^reviewer/)
    .check();
  await lead.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  await confirmed(lead, "lead");
  await expect(lead.getByRole("row", { name: /^viewer/ })).toContainText("reviewer");

  const second = await as(browser, "viewer", path);
  await expect(second.getByText("Roads in the basin were flooded.")).toBeVisible();
  await second.getByRole("button", { name: "Compare with version 1" }).click();
  await expect(
    second.locator("ins").filter({ hasText: "Roads in the basin were flooded." }),
  ).toBeVisible();
  await second.getByRole("button", { name: /Version 2/ }).click();
  await second.getByRole("button", { name: "Approve", exact: true }).click();
  // What was not opened is named, and approval asks for it.
  await expect(
    second.getByRole("dialog", { name: "Not everything has been opened" }),
  ).toBeVisible();
  await second.getByRole("button", { name: "Approve without" }).click();
  await expect(second.getByRole("button", { name: /Version 2\s*Approved/ })).toBeVisible();

  await lead.goto(path);
  await lead.getByRole("button", { name: "Publish" }).click();
  await expect(lead.getByRole("button", { name: /Version 2\s*Published/ })).toBeVisible();
  const exported = await lead.request.get(`/api/v1/diagnoses/${id}/report/versions/2/export/md/`);
  expect(await exported.text()).toContain("Roads in the basin were flooded.");

  // Every step stands in the audit log.
  await lead.goto("/audit?action=report.published");
  await expect(lead.getByRole("row", { name: /report\.published/ }).first()).toBeVisible();
});

test("nobody publishes what was not approved, and who may not is told why", async ({
  browser,
  page,
}) => {
  const id = await diagnosed(page);
  const forecaster = await as(browser, "forecaster", `/diagnoses/${id}/report`);
  const approve = forecaster.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toBeDisabled();
  await expect(
    forecaster.getByText("This takes the role reviewer or duty lead.").first(),
  ).toBeVisible();
});
