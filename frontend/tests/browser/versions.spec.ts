import { expect, type Page, test } from "@playwright/test";
import { BY_A_WORKER, CENTRE, openReport, signIn } from "./demonstration";
import { readAll } from "./people";

const side = (page: Page) => page.getByRole("complementary", { name: "Review" });
const article = (page: Page) => page.getByRole("article");
const sentence = (page: Page) => page.locator("[id='summary.1']");

async function openDesk(page: Page) {
  await signIn(page, "reviewer");
  await openReport(page);
  await page.getByRole("button", { name: /^Review/ }).click();
  await sentence(page)
    .getByRole("button", { name: /omment/ })
    .click();
}

test("a sentence is commented on, and who asks for changes says why", async ({ page }) => {
  await openDesk(page);
  await side(page).getByLabel("Your comment on it").fill("Say the mean over the basin too.");
  await side(page).getByText("Ask for changes", { exact: true }).first().click();
  const send = side(page).getByRole("button", { name: "Ask for changes" });
  await expect(send).toBeDisabled();
  await side(page).getByLabel("Why", { exact: true }).fill("The amount is that of one cell.");
  await send.click();
  await expect(side(page).getByText("You asked for changes.")).toBeVisible();
  await expect(side(page).locator("[aria-current=step]")).toHaveText("In review");
  const reviews = side(page).getByRole("region", { name: "What reviewers say" });
  await expect(reviews).toContainText("reviewer asks for changes");
  await expect(reviews).toContainText("The amount is that of one cell.");
  await page.reload();
  await reviews.getByRole("button", { name: /On “/ }).first().click();
  await expect(sentence(page)).toBeInViewport();
  await expect(sentence(page).getByRole("button", { name: /One comment/ })).toBeVisible();
});

test("a sentence is corrected, checked, and compared with what it was", async ({ page }) => {
  await openDesk(page);
  const [, version = ""] = /report\/(\d+)/.exec(page.url()) ?? [];
  const next = Number(version) + 1;
  await side(page).getByRole("button", { name: "Correct this paragraph" }).click();
  await side(page).getByText("After it", { exact: true }).click();
  await side(page).getByLabel("Your words").fill("The basin mean is being checked.");
  await side(page).getByRole("button", { name: "Add to the correction" }).click();
  await side(page).getByLabel("What the correction is for").fill("The basin");
  await side(page).getByRole("button", { name: "Send to be checked" }).click();
  await expect(side(page).locator("[data-correction=accepted]")).toContainText(
    `Became version ${next}`,
    BY_A_WORKER,
  );

  await side(page)
    .getByRole("link", { name: `Read version ${next}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/report/${next}`));
  await expect(article(page).locator("blockquote").first()).toContainText("The basin mean");
  await page.getByRole("button", { name: "中文" }).click();
  await expect(article(page).locator("blockquote").first()).toContainText("The basin mean");
  await expect(article(page).locator("h2").first()).toHaveText("摘要");

  await expect(page.getByText(/corrected by/)).toContainText("reviewer");
  // Who wrote it does not approve it, and sees why.
  await page.getByRole("button", { name: /^Review/ }).click();
  await expect(side(page).locator("[data-hindered=Approve]")).toContainText(
    "You wrote or corrected this version",
  );

  await page.getByRole("button", { name: /Version \d of \d/ }).click();
  await page
    .getByRole("group", { name: "Compare with" })
    .getByRole("menuitem", { name: `Version ${version}` })
    .click();
  await expect(page.locator("ins").first()).toContainText("The basin mean");
  await expect(page.locator("del")).toHaveCount(0);
  await page.getByRole("button", { name: `Read version ${next}` }).click();
  await expect(article(page)).toBeVisible();
});

test("a correction by a reviewer is approved by the other one and published by the lead", async ({
  browser,
  page,
}) => {
  await openDesk(page);
  await side(page).getByText("Ask for changes", { exact: true }).first().click();
  await side(page).getByLabel("Why", { exact: true }).fill("The gauges are missing.");
  await side(page).getByRole("button", { name: "Ask for changes" }).click();
  await expect(side(page).getByText("You asked for changes.")).toBeVisible();
  const corrections = side(page).locator("[data-corrections]");
  await expect(corrections).toContainText("approved by reviewer2, and then published by lead");
  await side(page).getByRole("button", { name: "Correct this paragraph" }).click();
  await side(page).getByText("After it", { exact: true }).click();
  await side(page).getByLabel("Your words").fill("The gauges of the basin agree.");
  await side(page).getByRole("button", { name: "Add to the correction" }).click();
  await side(page).getByLabel("What the correction is for").fill("The gauges");
  await side(page).getByRole("button", { name: "Send to be checked" }).click();
  const answer = side(page).locator("[data-correction=accepted]").first();
  await answer.getByRole("link", { name: /^Read version/ }).click();
  await page.waitForURL(/\/report\/\d+$/);
  const address = `${new URL(page.url()).pathname}?side=reviews`;
  const [, diagnosis = ""] = /diagnoses\/([^/]+)/.exec(address) ?? [];

  const other = await (await browser.newContext()).newPage();
  await signIn(other, "reviewer2", address);
  await expect(side(other)).toContainText("It can be approved by you, and then published by lead.");
  const earlier = side(other).getByRole("region", { name: "Said of earlier versions" });
  await expect(earlier).toContainText("reviewer asks for changes");
  await readAll(other);
  await side(other).getByText("Approve", { exact: true }).first().click();
  await expect(side(other)).toContainText("After your approval it can be published by lead.");
  await side(other).getByRole("button", { name: "Approve", exact: true }).click();
  await expect(side(other).getByText("You approved this version.")).toBeVisible();

  const lead = await (await browser.newContext()).newPage();
  await signIn(lead, "lead", `${CENTRE}/reports`);
  const row = lead.locator("tr[data-row]", { has: lead.locator(`a[href*="${diagnosis}"]`) });
  await expect(row).toContainText("You can publish it");
  await expect(row.getByRole("img", { name: "Not opened yet" })).toBeVisible();
  await signIn(lead, "lead", address);
  await expect(side(lead)).toContainText("It can be published by you.");
  await readAll(lead);
  await side(lead).getByRole("button", { name: "Publish" }).click();
  // Who objected has met it by the correction.
  await expect(lead.getByRole("dialog")).not.toContainText("The gauges are missing.");
  await lead.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(side(lead).locator("[aria-current=step]")).toHaveText("Published");
  for (const one of [other, lead]) await one.context().close();
});
