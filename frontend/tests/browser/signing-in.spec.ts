import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { demo, signIn } from "./steps";

const STEP = 30;

/** The code of an authenticator application (RFC 6238) in a given step of half a minute. */
function codeOf(secret: string, ahead: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/[\s=]/g, "")]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP) + ahead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test("a wrong password is refused in words, and the name stays", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("viewer");
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").or(page.getByRole("status")).first()).toContainText(
    /password|name/i,
  );
  await expect(page.getByLabel("Name")).toHaveValue("viewer");
});

test("signing in leads to the address that was asked for, and out again", async ({ page }) => {
  await signIn(page, "viewer", "/sources");
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible();
  await page.getByRole("button", { name: /viewer/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("with a second factor the code is asked for", async ({ page }) => {
  await signIn(page, "curator");
  await page.goto("/accounts/2fa/totp/activate/");
  const password = page.locator("input[name=password]");
  if (await password.isVisible()) {
    await password.fill(demo.passwords.curator ?? "");
    await page.locator("button[type=submit], button").last().click();
  }
  const secret = await page
    .locator("#authenticator_secret, input[readonly], input[disabled]")
    .first()
    .inputValue();
  await page.locator("input[name=code]").fill(codeOf(secret, 0));
  await page.locator("main form button").first().click();
  await expect(page.locator("main")).not.toContainText("Incorrect code");

  await page.context().clearCookies();
  await page.goto("/");
  await page.getByLabel("Name").fill("curator");
  await page.getByLabel("Password").fill(demo.passwords.curator ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  // A code works once: that of the next half minute is in time too.
  await page.getByLabel("Code").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
});
