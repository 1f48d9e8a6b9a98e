import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  CENTRE,
  complaintsOf,
  NIGHTLY,
  namesOfProgram,
  overflowing,
  signIn,
} from "./demonstration";
import { ask } from "./people";

const RELEASES = `${CENTRE}/library/releases`;
const ENTRY = "g_gale_surface_wind_speed";
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const PACKAGED = "Seed release";

async function open(browser: Browser, name: string, complaints: string[][]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  complaints.push(await complaintsOf(page));
  await signIn(page, name, RELEASES);
  return page;
}

/** Changes the weight of an entry: proposed by one person, approved by another. */
async function changeLibrary(author: Page, reviewer: Page) {
  for (const page of [author, reviewer]) await ask(page, "PUT", "interest/", { text: "" });
  const { entry, revision } = await ask(author, "GET", `library/entries/${ENTRY}/`);
  const value = (entry.weight % 5) + 1;
  const field = { kind: "entry", item: ENTRY, path: "weight", revision, value };
  const { id } = await ask(author, "POST", "proposals/", { reason: "Cases", fields: [field] });
  await ask(author, "POST", `proposals/${id}/submit/`);
  const { changes } = await ask(reviewer, "GET", `proposals/${id}/`);
  const decisions = [{ wording: changes[0].wordings[0].id, verdict: "approve" }];
  await ask(reviewer, "POST", `proposals/${id}/decisions/`, { decisions });
}

/** What is wrong with a state of a page, wide and narrow. */
async function look(page: Page, name: string) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(RULES);
  // What is read out of a button that waited names the button, which is gone when the act is done.
  const { violations } = await axe.exclude("[data-live-announcer]").analyze();
  const softly = expect.configure({ soft: true });
  softly(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    name,
  ).toEqual([]);
  softly(await namesOfProgram(page), name).toEqual([]);
  for (const width of [1110, 820, 320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    softly(await overflowing(page), `${name} at ${width}`).toEqual([]);
  }
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
    await changeLibrary(author, reviewer);

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
