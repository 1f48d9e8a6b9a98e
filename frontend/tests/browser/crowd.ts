import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";

interface Crowd {
  tenant: string;
  empty: string;
  person: string;
  password: string;
  run: string;
}

const path = join(dirname(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json"), "crowd.json");

/** The crowded centre, and an empty one; `python -m tests.crowded_centre` makes them, `make nightly` does. */
export function crowd(): Crowd {
  test.skip(!existsSync(path), "no crowded centre: python -m tests.crowded_centre");
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Comes to an address as the person who works in both. */
export async function signInToCrowd(page: Page, address: (known: Crowd) => string) {
  const known = crowd();
  await page.goto(address(known));
  await page.locator("[name=login]").fill(known.person);
  await page.locator("[name=password]").fill(known.password);
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL((url) => url.pathname === address(known).split("?")[0]);
  await expect(page.getByRole("main").locator("h1, h2").first()).toBeVisible();
  return known;
}
