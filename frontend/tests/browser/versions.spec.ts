import { type Browser, expect, type Page, test } from "@playwright/test";
import { demonstration, openReport, signIn } from "./demonstration";

interface Answer {
  status: number;
  body: { id?: string; status?: string; results?: unknown[] };
}

/** Asks the platform as the person of a page does, in its centre. */
const ask = (page: Page, method: string, path: string, body: object = {}): Promise<Answer> =>
  page.evaluate(
    async ([method, path, body, centre]) => {
      const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}");
      const answer = await fetch(path, {
        method,
        headers: {
          "Content-Type": "application/json",
          "X-CSRFToken": start.csrf,
          "X-HVRMET-Tenant": centre,
        },
        body: method === "GET" ? null : body,
      });
      return { status: answer.status, body: await answer.json() };
    },
    [method, path, JSON.stringify(body), demonstration.tenant] as const,
  );

async function pageOf(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, name);
  await openReport(page);
  return page;
}

test("reviews, comments, versions and what changed between them are read", async ({ browser }) => {
  const forecaster = await pageOf(browser, "forecaster");
  const [, diagnosis = "", number = ""] =
    /diagnoses\/([^/]+)\/report\/(\d+)/.exec(forecaster.url()) ?? [];
  const api = `/api/v1/diagnoses/${diagnosis}`;
  const before = await ask(forecaster, "GET", `/api/v1/reports/?diagnosis=${diagnosis}`);
  const isReviewed = (before.body.results?.length ?? 0) > 1;
  test.skip(isReviewed, "this demonstration was reviewed before: make demo makes a new one");
  const submitted = await ask(forecaster, "POST", `${api}/report/versions/${number}/submit/`);
  expect(submitted.status).toBe(200);

  const reviewer = await pageOf(browser, "reviewer");
  const version = Number(number);
  const review = await ask(reviewer, "POST", `${api}/reviews/`, {
    version,
    verdict: "request_changes",
    text: "The amount is that of one cell.",
    comments: [{ on: "sentence", id: "summary.1", text: "Say the mean over the basin too." }],
  });
  expect(review.status).toBe(201);
  const correction = await ask(reviewer, "POST", `${api}/corrections/`, {
    version,
    note: "The basin",
    edits: [{ op: "insert_after", at: "summary.1", text: "The basin mean is being checked." }],
  });
  expect(correction.status).toBe(202);
  await expect
    .poll(async () => {
      const { body } = await ask(reviewer, "GET", `${api}/corrections/${correction.body.id}/`);
      return body.status;
    })
    .toBe("accepted");

  await reviewer.reload();
  const article = reviewer.getByRole("article");
  await article.getByRole("button", { name: "One comment" }).click();
  const side = reviewer.getByRole("complementary", { name: "Reviews" });
  await expect(side).toContainText("reviewer Asks for changes");
  await expect(side).toContainText("The amount is that of one cell.");
  await side.getByRole("button", { name: /On “/ }).click();
  await expect(reviewer.locator("[id='summary.1']")).toBeInViewport();

  await reviewer.getByRole("link", { name: "Open it" }).click();
  await expect(reviewer).toHaveURL(new RegExp(`/report/${version + 1}`));
  await expect(article.locator("blockquote").first()).toContainText("The basin mean");
  await reviewer.getByRole("button", { name: "中文" }).click();
  await expect(article.locator("blockquote").first()).toContainText("The basin mean");
  await expect(article.locator("h2").first()).toHaveText("摘要");

  await reviewer.getByRole("button", { name: /Version \d of \d/ }).click();
  await reviewer
    .getByRole("group", { name: "Compare with" })
    .getByRole("menuitem", { name: `Version ${version}` })
    .click();
  await expect(reviewer.locator("ins").first()).toContainText("The basin mean");
  await expect(reviewer.locator("del")).toHaveCount(0);
  await reviewer.getByRole("button", { name: `Read version ${version + 1}` }).click();
  await expect(article).toBeVisible();
  await forecaster.context().close();
  await reviewer.context().close();
});
