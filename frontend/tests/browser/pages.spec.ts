import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import {
  CENTRE,
  complaintsOf,
  NIGHTLY,
  namesOfProgram,
  openReport,
  openRun,
  overflowing,
  prefer,
  signIn,
} from "./demonstration";

type RunOnly = Parameters<AxeBuilder["options"]>[0]["runOnly"];
const RULES: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};
/** What another language or theme can break. */
const OF_APPEARANCE: RunOnly = {
  type: "rule",
  values: [
    "color-contrast",
    "html-has-lang",
    "html-lang-valid",
    "button-name",
    "link-name",
    "label",
  ],
};
const softly = expect.configure({ soft: true });

/** A page or a state of one: how to come there from a page that is open, and what of it is new. */
type State = readonly [name: string, reach: (page: Page) => Promise<unknown>, part?: string];

const at = (path: string): State => [path, (page) => page.goto(path)];
const APPLICATION: readonly State[] = [
  at(`${CENTRE}/`),
  [
    "an event of the situation",
    (page) => page.locator("li button[data-row]").first().click(),
    "[data-whole]",
  ],
  at(`${CENTRE}/new`),
  [
    "/ words with one that is not read",
    async (page) => {
      await page.goto(`${CENTRE}/new?text=Rain+in+Jiangsu+with+blorps`);
      await expect(page.locator("mark[data-unread]")).toBeVisible();
    },
  ],
  [
    "/ a draft with a region and a period outside of the data",
    async (page) => {
      const period = "start=2025-07-05T00:00Z&end=2025-07-03T00:00Z";
      await page.goto(`${CENTRE}/new?region=170,27,-170,35&priority=high&${period}`);
      await expect(page.locator("#new-when p").last()).toBeVisible();
    },
  ],
  [
    "a calendar",
    (page) =>
      page
        .getByRole("button", { name: /Calendar|日历/ })
        .first()
        .click(),
    "[role=dialog]",
  ],
  at(`${CENTRE}/diagnoses?sent=none`),
  at(`${CENTRE}/diagnoses`),
  ["a menu", (page) => page.getByRole("button", { name: /Account of|的账号/ }).click()],
  at(`${CENTRE}/diagnoses?status=failed&event=gale`),
  [
    "a choice",
    (page) =>
      page
        .getByRole("main")
        .getByRole("button", { name: /State|状态/ })
        .click(),
  ],
  at(`${CENTRE}/reports`),
  ["the palette", (page) => page.keyboard.press("Control+k")],
  ["/ a run", openRun],
  ["a factor", (page) => page.locator("li[data-stand] > button").first().click(), "[data-run]"],
  ["/ a report", openReport],
  [
    "the origin of a value",
    (page) => page.locator("#chain [data-source^=evidence]").first().click(),
    "aside",
  ],
  ["reviews", (page) => page.getByRole("button", { name: /^(Review|审阅)/ }).click(), "aside"],
  [
    "a part of the text",
    async (page) => {
      await page.locator("[id='summary.1']").getByRole("button", { pressed: false }).last().click();
      await page.locator("[data-correct] button").first().click();
    },
    "aside",
  ],
  ["a chart", (page) => page.keyboard.press("c"), "[role=dialog]"],
  at(`${CENTRE}/members`),
  [
    "roles",
    (page) =>
      page
        .getByRole("button", { name: /Change roles|更改角色/ })
        .first()
        .click(),
  ],
  at(`${CENTRE}/invitations`),
  at(`${CENTRE}/keys`),
  at(`${CENTRE}/library/releases`),
  [
    "/ a release",
    async (page) => {
      await page.locator("tr[data-row] a").last().click();
      await expect(page.locator("#release-use")).toBeVisible();
    },
  ],
  at("/components/"),
  ["the keys", (page) => page.keyboard.press("?")],
  at("/c/no-such-centre/diagnoses"),
  at(`${CENTRE}/no-such-page`),
];
const OF_CURATORS: readonly State[] = [
  at(`${CENTRE}/library`),
  [
    "/ a cell of the matrix",
    async (page) => {
      await page.goto(`${CENTRE}/library?event=gale&category=moisture&modality=index`);
      await expect(page.locator("tr[data-row]").first()).toBeVisible();
    },
  ],
  at(`${CENTRE}/library/entries`),
  [
    "a file to propose",
    (page) => page.getByRole("button", { name: /Propose a file|以文件提出建议/ }).click(),
    "[role=dialog]",
  ],
  at(`${CENTRE}/library/publications?outcome=not_found`),
  at(`${CENTRE}/library/explanations`),
  at(`${CENTRE}/library/search?q=jet`),
  at(`${CENTRE}/library/explanations/gale/downslope_wind`),
  at(`${CENTRE}/library/entries/g_gale_mslp_gradient`),
  [
    "/ an entry that is changed",
    async (page) => {
      await page.goto(`${CENTRE}/library/entries/g_gale_mslp_map`);
      await page.getByRole("button", { name: /Propose a change|建议修改/ }).click();
      await expect(page.locator("[data-field=weight]")).toBeVisible();
    },
  ],
  at(`${CENTRE}/library/entries/g_there_is_none`),
  at(`${CENTRE}/library/centre`),
  at(`${CENTRE}/library/centre/entries/g_gale_mslp_gradient`),
  at(`${CENTRE}/library/centre/entries/g_there_is_none`),
  at(`${CENTRE}/library/centre/explanations/gale/downslope_wind`),
  at(`${CENTRE}/library/publications/knox2011`),
  at(`${CENTRE}/library/proposals`),
  [
    "/ a proposal",
    async (page) => {
      await page.goto(`${CENTRE}/library/proposals?state=in_review`);
      await page.locator("tr[data-row] a").first().click();
      await expect(page.locator("[data-field]").first()).toBeVisible();
    },
  ],
];
const SERVER: readonly State[] = [
  at("/invitations/"),
  at("/accounts/2fa/"),
  at("/accounts/password/change/"),
  at("/no-such-page"),
];

async function check(page: Page, name: string, part = "html", runOnly: RunOnly = RULES) {
  await expect(page.locator(part).first()).toBeVisible();
  await expect(page.locator("h1, h2").first()).toBeVisible();
  // What loads has come: no skeleton is left, but for those that the page of components shows.
  const loading = "[role=status][aria-label]";
  await expect(
    page.locator(
      `:is([aria-labelledby=list-title], [data-reading], [data-run], [data-whole], [data-new]) ${loading}`,
    ),
  ).toHaveCount(0);
  // Without frames there is nothing to gather in a page of its own, which costs more than the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part);
  const { violations } = await axe
    .options({ resultTypes: ["violations"], ...(runOnly && { runOnly }) })
    .analyze();
  softly(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    name,
  ).toEqual([]);
  softly(await overflowing(page), name).toEqual([]);
  // The page of components shows the names of its tokens.
  if (!page.url().endsWith("/components/")) softly(await namesOfProgram(page), name).toEqual([]);
}

// What lies above a page is looked at once; pages, and what belongs to one, in both themes and languages.
for (const [language, theme] of [
  ["en", "dark"],
  ["zh", "light"],
] as const) {
  test(`every page and state is accessible and obeys the policy (${language}, ${theme})`, async ({
    page,
    context,
  }) => {
    await prefer(context, language, theme);
    const complaints = await complaintsOf(page);
    await page.goto("/accounts/login/");
    const layers = theme === "dark";
    const rules = layers || process.env.HVRMET_NIGHTLY ? RULES : OF_APPEARANCE;
    await check(page, "sign-in", undefined, rules);
    await signIn(page, "lead");
    for (const [name, reach, part] of [...APPLICATION, ...SERVER]) {
      if (!layers && !part && !name.startsWith("/")) continue;
      await reach(page);
      await check(page, name, part, rules);
      await softly(page.locator("html")).toHaveAttribute(
        "lang",
        language === "en" ? "en" : "zh-Hans",
      );
      await softly(page.locator("html")).toHaveAttribute("data-theme", theme);
    }
    expect(complaints).toEqual([]);
  });
}

test("every page of the library is accessible to those who curate it", async ({
  page,
  context,
}) => {
  await prefer(context, "zh", "light");
  const complaints = await complaintsOf(page);
  await signIn(page, "curator2");
  for (const [name, reach, part] of OF_CURATORS) {
    await reach(page);
    await check(page, name, part);
  }
  expect(complaints).toEqual([]);
});

test("nothing is cut off on a tablet, on a phone and at twice the size", async ({ page }) => {
  await signIn(page, "forecaster");
  await nothingIsCutOff(page, [...APPLICATION, ...SERVER]);
});

test("nothing of the library is cut off either", NIGHTLY, async ({ page }) => {
  await signIn(page, "curator2");
  await nothingIsCutOff(page, OF_CURATORS);
});

async function nothingIsCutOff(page: Page, states: readonly State[]) {
  for (const [name, reach] of states.filter(([name]) => name.startsWith("/"))) {
    await reach(page);
    await expect(page.locator("h1, h2").first()).toBeVisible();
    for (const [width, height] of [
      [1110, 768],
      [820, 1180],
      [640, 360],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      softly(await overflowing(page), `${name} at ${width}`).toEqual([]);
    }
  }
}

test("every sign of the texts has a glyph", async ({ page, context }) => {
  await prefer(context, "zh", "dark");
  await signIn(page, "lead", "/components/");
  await page.evaluate(() => document.fonts.ready);
  const session = await context.newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "main",
  });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  expect(fonts.length).toBeGreaterThan(0);
  const missing = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    const drawn = (sign: string) => {
      context.clearRect(0, 0, 40, 40);
      context.font = `24px ${getComputedStyle(document.body).fontFamily}`;
      context.fillText(sign, 4, 30);
      return context.getImageData(0, 0, 40, 40).data.join();
    };
    // A code point that no font has is drawn as the box that stands for every missing one.
    const box = drawn("\u{10FFFE}");
    const signs = new Set([...document.body.textContent].filter((sign) => sign.trim()));
    return [...signs].filter((sign) => drawn(sign) === box);
  });
  expect(missing).toEqual([]);
});
