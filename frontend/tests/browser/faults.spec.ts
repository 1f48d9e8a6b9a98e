import { expect, test } from "@playwright/test";
import { ask, misplaced, signIn } from "./steps";

test("a session that ends in the middle of a form loses nothing that was typed", async ({
  page,
}) => {
  await signIn(page, "forecaster", "/new");
  await page.getByLabel("Source").selectOption("sample-rainstorm");
  for (const [side, value] of Object.entries({ West: 111, South: 28, East: 120, North: 33 })) {
    await page.getByLabel(side, { exact: true }).fill(String(value));
  }
  await page.context().clearCookies();
  // A request in the background may notice it first: the click then waits until the dialog is gone.
  const clicked = page.getByRole("button", { name: "Diagnose" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("forecaster");
  const { passwords } = (await import("./steps")).demo;
  await dialog.getByLabel("Password").fill(passwords.forecaster ?? "");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await clicked;
  await expect(page).toHaveURL(/\/diagnoses\/[0-9a-f-]{36}$/);
  const id = page.url().split("/").at(-1);
  const job = await ask<{ request: { region: number[] } }>(page, `diagnoses/${id}/`);
  expect(job.request.region).toEqual([111, 28, 120, 33]);
});

test("an address of another centre, or of nothing, says so", async ({ page }) => {
  await signIn(page, "viewer", "/diagnoses/00000000-0000-4000-8000-000000000000");
  await expect(
    page.getByRole("heading", { name: "There is nothing at this address" }),
  ).toBeVisible();
  await page.goto("/no/such/page");
  await expect(
    page.getByRole("heading", { name: "There is nothing at this address" }),
  ).toBeVisible();
});

test("a role that may not is told who may", async ({ page }) => {
  await signIn(page, "forecaster", "/audit");
  await expect(
    page.getByText("This takes the role centre administrator or auditor."),
  ).toBeVisible();
  await page.goto("/settings/keys");
  await expect(
    page.getByText("This takes the role centre administrator or auditor."),
  ).toBeVisible();
});

test("a server that is away is said loudly, and quietly no more when it is back", async ({
  page,
}) => {
  await signIn(page, "auditor");
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.goto("/diagnoses").catch(() => {});
  await expect(page.getByText(/does not answer/).first()).toBeVisible();
  await page.unroute("**/api/v1/**");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("heading", { name: "Diagnoses" })).toBeVisible();
});

test("a worker that is away is said in the status line", async ({ page }) => {
  await page.route("**/api/v1/queue/", (route) =>
    route.fulfill({
      json: {
        waiting: 3,
        running: 0,
        oldest_waiting_seconds: 90,
        workers_busy: 0,
        last_taken_at: null,
        places: [],
      },
    }),
  );
  await signIn(page, "auditor");
  await expect(page.getByText("No worker takes jobs")).toBeVisible();
});

test("how old the data are stands in the status line, and loudly what cannot be read", async ({
  page,
}) => {
  await signIn(page, "auditor");
  const line = page.locator(".status-line .status");
  await expect(line).toContainText(/newest data \d+ days old/);
  await expect(line.locator(".loud")).toHaveCount(0);
  await page.route("**/api/v1/sources/", async (route) => {
    const reply = await route.fetch();
    const sources = await reply.json();
    sources.results[0].health = "unreadable";
    await route.fulfill({ json: sources });
  });
  await page.reload();
  await expect(line.locator(".loud")).toHaveText("Source sample-rainstorm cannot be read");
});

test("an empty platform says what to do first", async ({ page }) => {
  const empty = { next: null, previous: null, results: [] };
  await page.route("**/api/v1/diagnoses/?**", (route) => route.fulfill({ json: empty }));
  await page.route("**/api/v1/reports/?**", (route) => route.fulfill({ json: empty }));
  await signIn(page, "auditor");
  await expect(page.getByRole("heading", { name: "No diagnosis yet" })).toBeVisible();
});

test("a thousand diagnoses are listed, reached by keys, and push nothing off the page", async ({
  page,
}) => {
  await page.route("**/api/v1/diagnoses/?**", async (route) => {
    const reply = await route.fetch();
    const list = await reply.json();
    const [job] = list.results;
    list.results = Array.from({ length: 1000 }, (_, index) => {
      const west = -180 + (index % 36) * 10;
      const south = -60 + Math.floor(index / 36) * 4;
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
      return {
        ...job,
        id,
        request: { ...job.request, region: [west, south, west + 8, south + 3] },
      };
    });
    await route.fulfill({ json: list });
  });
  await signIn(page, "auditor");
  const items = page.locator("a.item");
  await expect(items).toHaveCount(1000);
  await items.nth(998).focus();
  await page.keyboard.press("j");
  await expect(items.last()).toBeFocused();
  await expect(items.last()).toBeInViewport();
  expect(await misplaced(page)).toEqual([]);
  await page.goto("/diagnoses");
  await expect(page.locator("tbody tr")).toHaveCount(1000);
  expect(await misplaced(page)).toEqual([]);
});

test("too many requests say when to try again", async ({ page }) => {
  await signIn(page, "forecaster", "/ask");
  await page.route("**/api/v1/questions/", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 429,
          headers: { "Retry-After": "20", "Content-Type": "application/problem+json" },
          json: { code: "throttled", detail: "too many requests", request_id: "r", data: {} },
        })
      : route.continue(),
  );
  await page.getByLabel("Source").selectOption("sample-rainstorm");
  await page.getByLabel("Your question").fill("What is the highest temperature?");
  await page.getByRole("button", { name: "Ask", exact: true }).last().click();
  await expect(page.getByText("It can be tried again in 20 seconds.")).toBeVisible();
  await expect(page.getByLabel("Your question")).toHaveValue("What is the highest temperature?");
});

test("ten thousand live events leave the page as small as before", async ({ page }) => {
  let send: (message: string) => void = () => {};
  await page.routeWebSocket(/ws\/v1\/activity/, (socket) => {
    send = (message) => socket.send(message);
    socket.send(JSON.stringify({ type: "ready", after: new Date().toISOString() }));
  });
  await signIn(page, "auditor");
  const { results } = await ask<{
    results: { id: string; status: string; last_seq: number; state: object }[];
  }>(page, "diagnoses/?page_size=50");
  const [job] = results;
  if (!job) throw new Error("the demonstration has diagnoses");
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
  await page.waitForLoadState("networkidle");
  const before = await heap();
  for (let event = 1; event <= 10_000; event += 1) {
    send(
      JSON.stringify({
        type: "job",
        at: new Date().toISOString(),
        job: { ...job, last_seq: job.last_seq + event, status: event % 2 ? "running" : "finished" },
      }),
    );
    if (event % 500 === 0) await page.waitForTimeout(50);
  }
  await page.waitForTimeout(3000);
  const grown = (await heap()) - before;
  test.info().annotations.push({ type: "growth in MB", description: grown.toFixed(1) });
  expect(grown).toBeLessThan(20);
});
