import { expect, test } from "@playwright/test";
import { CENTRE, signIn } from "./demonstration";

test("an administrator invites a person, and takes it back", async ({ page }) => {
  await signIn(page, "admin", `${CENTRE}/members`);
  await expect(page.getByRole("row", { name: /forecaster/ })).toContainText("Forecaster");
  await page.getByRole("link", { name: "Invitations" }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  // An administrator cannot give what they may not do themselves.
  await expect(
    page.getByRole("dialog").getByRole("checkbox", { name: /^Reviewer/ }),
  ).toBeDisabled();
  const name = `guest-${Date.now()}`;
  await page.getByRole("dialog").getByLabel("User name").fill(name);
  await page
    .getByRole("dialog")
    .locator("label", { hasText: /^Viewer/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Forecaster · Viewer");
  await row.getByRole("button", { name: "Take back" }).click();
  await expect(row).toContainText("Taken back");
});

test("an administrator changes roles, and what is refused is said in the dialog", async ({
  page,
}) => {
  await signIn(page, "admin", `${CENTRE}/members`);
  const row = page.getByRole("row", { name: /^reviewer / });
  for (const [box, roles] of [
    ["Viewer", "Reviewer · Viewer"],
    ["Viewer", "Reviewer"],
  ] as const) {
    await row.getByRole("button", { name: "Change roles" }).click();
    await page
      .getByRole("dialog")
      .locator("label", { hasText: new RegExp(`^${box}`) })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(row.getByRole("cell").nth(1)).toHaveText(roles);
  }
  await row.getByRole("button", { name: "Remove" }).click();
  await page.route("**/api/v1/members/reviewer/", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ status: 409, code: "last", detail: "the last one", data: {} }),
    }),
  );
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("the last one");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(row).toBeVisible();
});

test("a key is shown once, renewed and revoked", async ({ page }) => {
  await signIn(page, "admin", `${CENTRE}/keys`);
  const name = `service-${Date.now()}`;
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Make a key" }).click();
  const secret = page.getByRole("dialog", { name: "The new key" });
  await expect(secret.locator("code")).toContainText("hvr_");
  await secret.getByRole("button", { name: "Close" }).click();
  const row = page.getByRole("row", { name });
  await row.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Renew" }).click();
  await secret.getByRole("button", { name: "Close" }).click();
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
});

test("an administrator registers data, reads why they cannot be read, and takes them out", async ({
  page,
}) => {
  await signIn(page, "admin", `${CENTRE}/sources`);
  const name = `own-${Date.now()}`;
  await page.getByRole("button", { name: "Register data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files or folders").fill("there-is-none.nc");
  await dialog.getByLabel("Name in requests").fill(name);
  await dialog.getByLabel("Title", { exact: true }).fill("Data of our own");
  await dialog.getByRole("button", { name: "Register data" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Cannot be read", { timeout: 30_000 });
  await expect(page.getByRole("table")).toContainText("there-is-none.nc");
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
});

test("who may not see the members finds no way to them, and is told so", async ({ page }) => {
  await signIn(page, "forecaster");
  await expect(page.getByRole("link", { name: "Members" })).toHaveCount(0);
  await page.goto(`${CENTRE}/members`);
  await expect(page.getByRole("status").last()).toContainText("You may not do this");
});

test("a person of two centres changes between them", async ({ page }) => {
  await signIn(page, "lead");
  await page.getByRole("button", { name: /Centre: Demonstration centre/ }).click();
  await page.getByRole("menuitemradio", { name: "Exercise centre" }).click();
  await expect(page).toHaveURL(/\/c\/exercise$/);
  await expect(page.getByRole("heading", { name: "Nothing in this time" })).toBeVisible();
});
