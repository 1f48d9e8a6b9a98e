import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ask, complaints, misplaced, prefer, signIn } from "./steps";

interface Jobs {
  results: { id: string; state: { report_version: number | null } }[];
}

const PAGES = [
  ...["/", "/diagnoses", "/new", "/ask", "/library", "/library/coverage", "/library/catalogue"],
  ...["/library/catalogue/k_index", "/sources", "/sources/sample-rainstorm", "/climatologies"],
  ...["/audit", "/settings/own", "/settings/sessions", "/settings/regions", "/settings/members"],
  ...["/settings/keys", "/settings/webhooks", "/settings/usage", "/design", "/no/such/page"],
  ...["JOB", "JOB/evidence/e01", "JOB/evidence/e01?view=map", "JOB/report"],
];
/** Pages with one act that matters: it is seen without scrolling. */
const ACTS = ["/diagnoses", "/new", "/ask", "JOB"];
const softly = expect.configure({ soft: true, timeout: 10_000 });
const DESK = { width: 1280, height: 800 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
/** Pages whose content does not change from one run to the next. */
const PICTURES = [
  ...["/design", "/library/coverage", "/library/catalogue/k_index"],
  ...["/new", "/settings/own"],
];

for (const theme of ["dark", "light"] as const) {
  // Colours do not depend on the language: each theme in English, and Chinese in one.
  for (const language of theme === "light" ? (["en", "zh"] as const) : (["en"] as const)) {
    test(`every page is accessible and complains of nothing: ${theme}, ${language}`, async ({
      browser,
      page: first,
    }) => {
      test.setTimeout(420_000);
      const { results } = await ask<Jobs>(first, "diagnoses/?page_size=50&status=finished");
      const job = results.find((one) => one.state.report_version);
      if (!job) throw new Error("the demonstration has a report");
      const context = await browser.newContext();
      await prefer(context, theme, "en");
      const page = await context.newPage();
      const found = complaints(page);
      await signIn(page, "lead");
      await page.evaluate((wanted) => localStorage.setItem("hvrmet.language", wanted), language);
      await prefer(context, theme, language);
      for (const address of PAGES) {
        await page.goto(address.replace("JOB", `/diagnoses/${job.id}`));
        await expect(page.locator("html")).toHaveAttribute(
          "lang",
          language === "zh" ? "zh-Hans" : "en",
        );
        await expect(page.locator("h1, h2, h3").first()).toBeVisible();
        await page.waitForLoadState("networkidle");
        // Nothing is loading any more; one page shows on purpose what that looks like.
        const bones = address === "/design" ? 1 : 0;
        await expect(page.locator("main [role=status][aria-label]")).toHaveCount(bones);
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
          .analyze();
        const told = violations.map(
          (one) =>
            `${one.id}: ${one.nodes
              .map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`)
              .slice(0, 3)
              .join(" | ")}`,
        );
        expect.soft(told, `${address} ${theme} ${language}`).toEqual([]);
        await expect
          .soft(page.locator("main"), `${address}: a text is missing`)
          .not.toContainText(/\bui-[a-z]/);
        // Where things lie depends on the language's widths, not on the colours.
        for (const size of (theme === "dark") === (language === "en")
          ? [PHONE, TABLET, DESK]
          : []) {
          await page.setViewportSize(size);
          const where = `${address} ${theme} ${language} ${size.width}`;
          // Charts and maps take their new size in a later frame.
          await softly.poll(() => misplaced(page), where).toEqual([]);
          if (!ACTS.includes(address)) continue;
          const end = async () => {
            const act = await page.locator("main .button.main").first().boundingBox();
            return act ? act.y + act.height : Number.POSITIVE_INFINITY;
          };
          await softly.poll(end, where).toBeLessThan(size.height);
        }
        if (language === "en" && PICTURES.includes(address)) {
          const name = `${address.slice(1).replaceAll("/", "-")}-${theme}.png`;
          const changing = [page.locator("main time"), page.locator("main .map-frame")];
          await expect.soft(page.locator("main")).toHaveScreenshot(name, { mask: changing });
        }
      }
      expect(found).toEqual([]);
      await context.close();
    });
  }
}

for (const theme of ["dark", "light"] as const) {
  test(`the sign-in page is accessible, and is as it was: ${theme}`, async ({ page, context }) => {
    await prefer(context, theme, "en");
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((one) => one.id)).toEqual([]);
    await expect(page).toHaveScreenshot(`sign-in-${theme}.png`);
  });
}

test("what lies above a page, and what is said of mistakes and failures, is accessible", async ({
  page,
}) => {
  const accessible = async (state: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect
      .soft(
        violations.map((one) => `${one.id} ${one.help}`),
        state,
      )
      .toEqual([]);
  };
  await signIn(page, "lead");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find" })).toBeVisible();
  await accessible("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await accessible("shortcuts");
  await page.keyboard.press("Escape");

  await page.goto("/new");
  await page.getByLabel("Source").selectOption("");
  await page.getByRole("button", { name: "Diagnose" }).click();
  await expect(page.getByText("Choose a source.")).toBeVisible();
  await accessible("mistakes");

  const failed = await ask<Jobs>(page, "diagnoses/?status=failed");
  await page.goto(`/diagnoses/${failed.results[0]?.id}`);
  await expect(page.locator(".notice.bad")).toBeVisible();
  await accessible("failure");

  const finished = await ask<Jobs>(page, "diagnoses/?page_size=50&status=finished");
  const reported = finished.results.find((one) => one.state.report_version);
  await page.goto(`/diagnoses/${reported?.id}/report`);
  await page.locator(".claim.bound").first().click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("dialog", { name: "Withdraw" })).toBeVisible();
  await accessible("withdrawal");
});

test("everything is reached by keys", async ({ page }) => {
  await signIn(page, "forecaster");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { name: "Diagnoses" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill("sources");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page.locator("a.item").first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/diagnoses\//);

  // On a phone the pages that are used less lie below one button of the bar.
  await page.setViewportSize(PHONE);
  const bar = page.getByRole("navigation", { name: "Pages" });
  await expect(bar.getByRole("link", { name: "Sources" })).toBeHidden();
  // Keys go down the page as eyes do: the line at the top, the page, the bar at the lower edge.
  const order = () =>
    page
      .locator(".shell > :is(header, main, nav)")
      .evaluateAll((parts) => parts.map((part) => part.tagName));
  await expect.poll(order).toEqual(["HEADER", "MAIN", "NAV"]);
  await bar.getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Library" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible();
});

test("the list stands still under a pointer while live changes arrive", async ({ page }) => {
  let send: (message: string) => void = () => {};
  await page.routeWebSocket(/ws\/v1\/activity/, (socket) => {
    send = (message) => socket.send(message);
    socket.send(JSON.stringify({ type: "ready", after: new Date().toISOString() }));
  });
  await signIn(page, "auditor");
  const items = page.locator("a.item");
  await expect(items.first()).toBeVisible();
  const order = () =>
    items.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/")[2]));
  const before = await order();
  await items.first().hover();
  const { results } = await ask<{ results: { id: string; last_seq: number }[] }>(
    page,
    "diagnoses/?page_size=50",
  );
  const lowest = results.find((job) => job.id === before.at(-1));
  if (!lowest) throw new Error("the list has a last item");
  const failure = { code: "source_failed", message: "the disk does not answer", wording: null };
  send(
    JSON.stringify({
      type: "job",
      at: new Date().toISOString(),
      job: {
        ...lowest,
        status: "failed",
        last_seq: lowest.last_seq + 1,
        state: { failure, event: null },
      },
    }),
  );
  await expect(page.getByRole("button", { name: /change/ })).toBeVisible();
  expect(await order()).toEqual(before);
  await page.mouse.move(200, 500);
  await expect.poll(order).not.toEqual(before);
});
