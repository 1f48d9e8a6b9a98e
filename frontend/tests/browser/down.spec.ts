import { expect, type Page, test } from "@playwright/test";
import { BY_A_WORKER, CENTRE, demonstration, NIGHTLY, signIn } from "./demonstration";
import { database, processes, send, supervisor } from "./processes";

// Parts of the platform are really stopped here, so it runs when all other tests have ended.

const rows = (page: Page) => page.locator("tr[data-row]");

/** Ends processes, holds up who starts them again until `seen`, and lets it go on. */
async function away(pids: number[], seen: () => Promise<void>) {
  send("SIGSTOP", supervisor());
  try {
    send("SIGKILL", ...pids);
    await seen();
  } finally {
    send("SIGCONT", supervisor());
  }
}

test("the server dies, and comes again", NIGHTLY, async ({ page }) => {
  await signIn(page, "forecaster");
  await expect(rows(page).first()).toBeVisible();
  const count = await rows(page).count();
  await away(processes("hvrmet.web"), async () => {
    await expect(page.getByRole("alert")).toContainText("The platform does not answer");
    await expect(rows(page)).toHaveCount(count);
  });
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(rows(page).first()).toBeVisible();
});

test("the database dies, and comes again", NIGHTLY, async ({ page }) => {
  await signIn(page, "forecaster");
  await expect(rows(page).first()).toBeVisible();
  await away([database()], async () => {
    await page.getByRole("link", { name: "Reports" }).click();
    await expect(page.getByRole("alert")).toContainText("The platform is busy");
  });
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test(
  "workers hang: it is said since when, and a job goes on with them",
  NIGHTLY,
  async ({ page }) => {
    const workers = processes("diagnose,render");
    expect(workers.length).toBeGreaterThan(1);
    send("SIGSTOP", ...workers);
    let id = "";
    try {
      const answer = await page.request.post("/api/v1/diagnoses/", {
        headers: { Authorization: `Bearer ${demonstration.api_key}` },
        data: { source: "sample-rainstorm", region: [112, 28, 124, 34] },
      });
      id = (await answer.json()).id;
      await signIn(page, "forecaster", `${CENTRE}/`);
      const said = page.getByRole("status").filter({ hasText: "One job waits" });
      await expect(said).toContainText("no worker takes it", BY_A_WORKER);
    } finally {
      send("SIGCONT", ...workers);
    }
    await page.goto(`${CENTRE}/diagnoses/${id}`);
    await expect(page.locator("[data-run=finished]")).toBeVisible(BY_A_WORKER);
  },
);
