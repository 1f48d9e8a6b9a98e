import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { CENTRE, complaintsOf, NIGHTLY, overflowing, signIn } from "./demonstration";
import { acceptUnmeasured, ask, UNMEASURED, wordsOf } from "./people";

const ENTRY = "g_gale_gust_potential";

async function open(browser: Browser, name: string): Promise<[Page, string[]]> {
  const page = await (await browser.newContext()).newPage();
  const complaints = await complaintsOf(page);
  await signIn(page, name, `${CENTRE}/library/proposals`);
  return [page, complaints];
}

async function lookAt(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("main").analyze();
  expect.soft(violations.map((one) => one.id)).toEqual([]);
  expect.soft(await overflowing(page)).toEqual([]);
}

const field = (page: Page, name: string | RegExp) => page.getByRole("article", { name });

test(
  "a change is proposed, corrected, approved by both and comes into the library",
  NIGHTLY,
  async ({ browser }) => {
    const [owner, ofOwner] = await open(browser, "curator");
    const [reviewer, ofReviewer] = await open(browser, "curator2");
    for (const page of [owner, reviewer]) await ask(page, "PUT", "interest/", { text: "" });
    const { entry, revision } = await ask(owner, "GET", `library/entries/${ENTRY}/`);
    const change = { kind: "entry", item: ENTRY, revision };
    const run = Date.now();
    const corrected = `Seen in three winters (${run}).`;
    const { id } = await ask(owner, "POST", "proposals/", {
      fields: [
        { ...change, path: "weight", value: (entry.weight % 5) + 1 },
        { ...change, path: "note", value: `Seen in one winter (${run}).` },
      ],
    });

    // A draft keeps its reason by itself, and is handed in with it.
    await owner.goto(`${CENTRE}/library/proposals/${id}`);
    const handIn = owner.getByRole("button", { name: "Hand in for review" });
    await expect(handIn).toBeDisabled();
    await owner.getByLabel("Reason for the change").fill("What the winter showed");
    await lookAt(owner);
    await handIn.click();
    await expect(owner.getByRole("button", { name: "Take back to edit" })).toBeVisible();

    // Keys lead from field to field; what was decided outlives a reload, and can be undone.
    await reviewer.goto(`${CENTRE}/library/proposals?state=in_review`);
    await reviewer.getByRole("link", { name: "What the winter showed" }).first().click();
    await expect(field(reviewer, /^Weight/)).toBeVisible();
    await reviewer.keyboard.press("j");
    await expect(field(reviewer, /^Weight/)).toBeFocused();
    await reviewer.keyboard.press("a");
    await expect(field(reviewer, "Note")).toBeFocused();
    await reviewer.reload();
    const send = reviewer.getByRole("button", { name: /^Send/ });
    await expect(send).toHaveText("Send one decision");
    const note = field(reviewer, "Note");
    await note.getByRole("button", { name: "Correct" }).click();
    await expect(note.getByLabel("Correct value")).toBeFocused();
    await note.getByRole("button", { name: "Correct" }).click();
    await expect(note.getByText("Say why, for the author.")).toBeVisible();
    await note.getByLabel("Correct value").fill(corrected);
    await note.getByLabel("Why it is corrected").fill("One case is no rule.");
    await lookAt(reviewer);
    await note.getByRole("button", { name: "Correct" }).click();
    await expect(send).toBeFocused();
    await send.click();
    await expect(reviewer.getByText("Your decisions were sent.")).toBeVisible();

    // The author of the words decides on the correction, which is the last approval.
    await owner.reload();
    await field(owner, "Note").getByRole("button", { name: "Approve" }).click();
    await ask(owner, "DELETE", `proposals/${id}/effect/`);
    await owner.getByRole("button", { name: "Send one decision" }).click();
    await acceptUnmeasured(owner, wordsOf("en", ["proposal"]));
    await expect(owner.getByText(/the library has this change now/)).toBeVisible();
    const after = await ask(owner, "GET", `library/entries/${ENTRY}/`);
    expect(after.entry.note).toBe(corrected);
    expect([...ofOwner, ...ofReviewer]).toEqual([]);
  },
);

test(
  "where somebody else changed the same, the owner chooses whose value stands",
  NIGHTLY,
  async ({ browser }) => {
    const [owner, complaints] = await open(browser, "curator");
    const [other] = await open(browser, "curator2");
    for (const page of [owner, other]) await ask(page, "PUT", "interest/", { text: "" });
    const { entry, revision } = await ask(owner, "GET", `library/entries/${ENTRY}/`);
    const change = { kind: "entry", item: ENTRY, revision, path: "weight" };
    const weight = (more: number) => ((entry.weight + more - 1) % 5) + 1;
    const mine = await ask(owner, "POST", "proposals/", {
      reason: "Mine",
      fields: [{ ...change, value: weight(1) }],
    });
    const theirs = await ask(other, "POST", "proposals/", {
      reason: "Theirs",
      fields: [{ ...change, value: weight(2) }],
    });
    await ask(other, "POST", `proposals/${theirs.id}/submit/`);
    const seen = await ask(owner, "GET", `proposals/${theirs.id}/`);
    const wording = seen.changes[0].wordings[0].id;
    await ask(owner, "POST", `proposals/${theirs.id}/decisions/`, {
      decisions: [{ wording, verdict: "approve" }],
      unmeasured: UNMEASURED,
    });

    await owner.goto(`${CENTRE}/library/proposals/${mine.id}`);
    const confirm = owner.getByRole("button", { name: "Confirm the choice" });
    await expect(confirm).toBeDisabled();
    await lookAt(owner);
    await owner.getByText("Keep mine").click();
    await confirm.click();
    await expect(owner.getByRole("button", { name: "Hand in for review" })).toBeEnabled();

    await owner.getByRole("button", { name: "Withdraw" }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(owner.getByText("It was withdrawn, and changed nothing.")).toBeVisible();
    expect(complaints).toEqual([]);
  },
);
