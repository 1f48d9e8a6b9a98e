import { type Browser, expect, type Page, test } from "@playwright/test";
import { CENTRE, complaintsOf, NIGHTLY, signIn } from "./demonstration";
import { changeWeight, look } from "./people";

const RELEASES = `${CENTRE}/library/releases`;
const ENTRY = "g_gale_surface_wind_speed";
const PACKAGED = "Seed release";

async function open(browser: Browser, name: string, complaints: string[][]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  complaints.push(await complaintsOf(page));
  await signIn(page, name, RELEASES);
  return page;
}

async function propose(page: Page, reason: string) {
  await page.getByRole("button", { name: "Propose to work with it" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill(reason);
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(page.getByRole("button", { name: "Take back the proposal" })).toBeVisible();
}

async function adopt(page: Page) {
  await page.goto(RELEASES);
  await page.getByRole("link", { name: "Look at it and adopt" }).first().click();
  await page.getByRole("button", { name: "Adopt" }).click();
  await expect(page.getByText("This centre works with it")).toBeVisible();
}

test(
  "two people release the library, and two of the centre work with it and go back",
  NIGHTLY,
  async ({ browser }) => {
    const complaints: string[][] = [];
    const author = await open(browser, "curator", complaints);
    const reviewer = await open(browser, "curator2", complaints);
    await changeWeight(ENTRY, author, reviewer);

    await author.reload();
    await author.getByRole("button", { name: "Prepare a release" }).click();
    const dialog = author.getByRole("dialog");
    await dialog.getByLabel("What it changes").fill("The weight of the wind near the ground");
    const version = await dialog.getByLabel("Version").inputValue();
    await dialog.getByRole("button", { name: "Prepare", exact: true }).click();
    await expect(author.getByRole("heading", { level: 1 })).toHaveText(
      `Prepared release ${version}`,
    );
    const changed = author.locator("details[open]").filter({ hasText: "10-m wind speed" });
    await expect(changed).toContainText("Weight");
    await author.getByRole("button", { name: "Approve" }).click();
    await expect(author.getByText("You have approved it.")).toBeVisible();
    await look(author, "a prepared release");

    await reviewer.reload();
    await reviewer
      .getByRole("listitem")
      .filter({ hasText: version })
      .getByRole("link", { name: "Look at it and approve" })
      .click();
    await reviewer.getByRole("button", { name: "Approve" }).click();
    await reviewer.getByRole("link", { name: `To release ${version}` }).click();
    await propose(reviewer, "Our cases of 2026");
    await look(reviewer, "a release that is proposed");

    await author.goto(RELEASES);
    await look(author, "releases");
    await adopt(author);
    await look(author, "a release in use");

    await reviewer.goto(RELEASES);
    await expect(reviewer.getByRole("heading", { level: 2 }).first()).toContainText(version);
    await reviewer.getByRole("row", { name: PACKAGED }).getByRole("link").first().click();
    await expect(reviewer.getByText("To adopt it is to go back to it.")).toBeVisible();
    await propose(reviewer, "Back to the package");
    await adopt(author);
    expect(complaints.flat()).toEqual([]);
  },
);
