import { expect, type Page, test } from "@playwright/test";
import { ask, diagnosed, signIn } from "./steps";

const paper = process.env.HVRMET_PAPER ?? "";

/** The pages of the library in a person's own browser. */
async function curating(page: Page, name: string, path = "") {
  await signIn(page, name);
  await page.goto(`/curation/${path}`);
  const begin = page.getByRole("button", { name: "Open the workspace" });
  if (await begin.isVisible()) await begin.click();
}

test("a draft from a paper is corrected, approved, released, adopted and used", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const people: Record<string, Page> = {};
  for (const name of ["curator", "second-curator", "third-curator"]) {
    const page = await (await browser.newContext()).newPage();
    await curating(page, name);
    people[name] = page;
  }
  const { curator, "second-curator": second, "third-curator": third } = people;
  if (!curator || !second || !third) throw new Error("three curators work on the library");

  // The paper is read by a worker, and its draft is opened from the passage.
  await curator.getByRole("link", { name: "Papers", exact: true }).click();
  await curator.getByLabel(/^PDF/).setInputFiles(paper);
  await curator.getByLabel(/How reports print it/).fill("Li 2020: Rain over the Yangtze");
  await curator.getByRole("button", { name: "Read it" }).click();
  const draft = curator.getByRole("link", { name: /^g_rainstorm_\w+$/ }).first();
  await expect(draft).toBeVisible({ timeout: 120_000 });
  await expect(curator.getByText("50 mm")).toBeVisible();
  const entry = (await draft.textContent()) ?? "";
  await draft.click();

  // Corrected, with the sentence that a report will print beside it.
  const threshold = curator.locator("[name='expected.absolute.value.low']");
  await threshold.fill("45");
  await expect(curator.locator("aside").getByText(/45/).first()).toBeVisible();
  await curator.locator("[name='weight']").fill("4");
  await curator.getByLabel("Why is it changed?").fill("The paper's figure 3 shows 45 mm.");
  await curator.getByRole("button", { name: "Save", exact: true }).click();
  await expect(curator.getByText("Saved as a draft.")).toBeVisible();

  // Proposed and reviewed. (Its effect takes minutes: tests/tasks/test_library.py tries one.)
  await curator.getByRole("link", { name: "Proposals", exact: true }).click();
  for (const box of await curator.getByRole("checkbox").all()) {
    await box.setChecked((await box.getAttribute("value")) === entry);
  }
  await curator.getByLabel("Title").fill("Water in the column for rain");
  await curator.getByLabel("Reason").fill("Li 2020");
  await curator.getByRole("button", { name: "Put into a proposal" }).click();
  const proposal = new URL(curator.url()).pathname;
  await curator.getByRole("button", { name: "Submit for review" }).click();
  await expect(curator.getByText("You wrote a part of it: others approve.")).toBeVisible();

  for (const page of [second, third]) {
    await page.goto(proposal);
    await expect(page.getByText(entry).first()).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
  }
  await third.getByRole("button", { name: "Make the release" }).click();
  await expect(third.getByText(/^Released as /)).toBeVisible();
  const release = new URL(third.url()).pathname;
  const digest = release.split("/").at(-2) ?? "";

  // One person proposes to work with it, another who has opened it confirms.
  await third.getByLabel("Reason").fill("Water in the column counts here.");
  await third.getByRole("button", { name: "Propose to work with it" }).click();
  await second.goto(release);
  await second.goto("/curation/releases/");
  await second.getByRole("button", { name: "Adopt", exact: true }).click();
  await expect(second.getByText("in use")).toBeVisible();

  // The next diagnosis is pinned to it, and says so.
  const id = await diagnosed(second);
  const job = await ask<{ release_digest: string }>(second, `diagnoses/${id}/`);
  expect(job.release_digest).toBe(digest);
});

test("of two who change one entry the second sees both, and what is no paper is refused", async ({
  browser,
}) => {
  const first = await (await browser.newContext()).newPage();
  const other = await (await browser.newContext()).newPage();
  const address = "entries/g_rainstorm_low_level_jet/";
  await curating(first, "curator", address);
  await curating(other, "second-curator", address);
  await first.locator("[name='weight']").fill("1");
  await first.getByRole("button", { name: "Save", exact: true }).click();
  await expect(first.getByText("Saved as a draft.")).toBeVisible();
  await other.locator("[name='weight']").fill("2");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    other.getByRole("heading", { name: "Somebody else saved this entry meanwhile" }),
  ).toBeVisible();
  await other
    .getByRole("button", { name: "Leave it as it was saved" })
    .or(other.getByRole("link", { name: "Leave it as it was saved" }))
    .click();

  await first.goto("/curation/papers/");
  await first.getByLabel(/^PDF/).setInputFiles({
    name: "page.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("<html>sign in to read this paper</html>"),
  });
  await first.getByRole("button", { name: "Read it" }).click();
  await expect(first.getByText(/page\.pdf is no PDF that can be read/)).toBeVisible();
});
