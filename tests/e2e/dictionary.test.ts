import { afterAll, describe, expect, test } from "vitest";
import { open, type Visitor } from "../support/browser/browser.ts";
import {
  FULLEST,
  giveShortTip,
  giveWholeTip,
  type Loaded,
  meter,
  sum,
} from "../support/browser/weighed-tip.ts";
import { eventually } from "../support/eventually.ts";
import { giveAmount, leaveWords } from "../support/http/fan.ts";

// What a whole tip weighs in a browser that knows dictionaries (docs/decisions/051): all that came in over the network,
// heads and the dictionary counted, pictures and the provider's pages aside.

/** Without a dictionary, a whole tip is 43,000. */
const BUDGET = {
  first: 24_000,
  next: 10_200,
  // The choice of every month and the link to cancel take 60.
  shortFirst: 20_100,
  shortNext: 7_000,
  page: 2_500,
  rules: 1_100,
  saving: 28_000,
};
const measured: string[] = [];
afterAll(() => {
  process.stdout.write(`Bytes with a dictionary:\n${measured.join("\n")}\n`);
});

function weigh(what: string, bytes: number, budget: number): void {
  measured.push(`${String(bytes).padStart(7)} of ${String(budget).padStart(6)}  ${what}`);
  expect(bytes, what).toBeGreaterThan(0);
  expect(bytes, what).toBeLessThanOrEqual(budget);
}

const isPicture = ({ type, path }: Loaded) => type === "Image" || path === "/favicon.svg";
const isDictionary = ({ path }: Loaded) => path.endsWith(".dict");
/** By which other pages are fetched ahead: a browser has them for a day, but in these windows, which keep nothing. */
const isRules = ({ path }: Loaded) => path === "/prefetch.rules";
const isPrice = ({ type, path }: Loaded) => type === "Fetch" && path.endsWith("/payment");
const isOurs = (each: Loaded) =>
  !isPicture(each) && ["Document", "Other"].includes(each.type) && !each.path.startsWith("/sandbox/");

/** Gives a tip, as a person does who looks at each page for a moment; what came over the network meanwhile. */
async function weighTip(visitor: Visitor, give = giveWholeTip): Promise<Loaded[]> {
  const gauge = await meter(visitor.page);
  await give(visitor, async () => await visitor.page.waitForLoadState("networkidle"));
  await gauge.session.detach();
  return gauge.loaded.filter(isOurs);
}

describe.for([{ script: false }, { script: true }])("tips, script $script", ({ script }) => {
  test("the first whole tip, dictionary included, and the next one fit their budgets", async () => {
    const visitor = await open({ script, locale: "de", width: 360 });
    const [first, next] = [await weighTip(visitor), await weighTip(visitor)];
    expect(first.filter(isDictionary)).toHaveLength(1);
    expect(next.filter(isDictionary)).toEqual([]);
    weigh(`a first whole tip, script ${script}`, sum(first), BUDGET.first);
    weigh(`the next one, script ${script}`, sum(next), BUDGET.next);
    const [profile, ...steps] = first.filter((each) => !isDictionary(each));
    expect(profile?.path).toBe(`/${FULLEST}`);
    for (const page of [...steps, ...next.slice(1)])
      weigh(page.path.replace(/[\w-]{40,}|[0-9a-f-]{36}/, "…"), page.bytes, BUDGET.page);
    measured.push(`${String(next[0]?.bytes).padStart(7)}            the fullest profile, once more`);
  });
});

test("a first tip by the short way, dictionary included, and the next one fit their budgets", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const [first, next] = [await weighTip(visitor, giveShortTip), await weighTip(visitor, giveShortTip)];
  weigh("a first tip by the short way", sum(first), BUDGET.shortFirst);
  weigh("the next one by the short way", sum(next), BUDGET.shortNext);
});

test("another country's price, which the script fetches, is as light as a page", async () => {
  const visitor = await open({ script: true, locale: "en", width: 1280 });
  const { page, t } = visitor;
  await visitor.visit(`/${FULLEST}`);
  await page.waitForLoadState("networkidle");
  await giveAmount(visitor, "500");
  await leaveWords(visitor);
  const gauge = await meter(page);
  await page.getByLabel(t("tip:payment.country")).selectOption("AT");
  await expect.poll(() => gauge.loaded.filter(isPrice).length).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  weigh("another country's price", sum(gauge.loaded.filter(isPrice)), BUDGET.page);
});

/** A busy browser may drop what it fetches when idle; it fetches it with its next page. */
async function fetchDictionary(visitor: Visitor, gauge: Awaited<ReturnType<typeof meter>>): Promise<void> {
  await eventually("the dictionary is there", async () => {
    await visitor.visit("/faq");
    await visitor.page.waitForLoadState("networkidle");
    return gauge.loaded.some(isDictionary);
  });
}

test("the next creator's page is small, and the way of a tip in the other language is light as well", async () => {
  const visitor = await open({ script: false, locale: "en", width: 360 });
  const gauge = await meter(visitor.page);
  await fetchDictionary(visitor, gauge);
  gauge.clear();
  for (const path of ["/joerdis", "/wren.field", "/login", "/register"]) {
    await visitor.visit(path);
    await visitor.page.waitForLoadState("networkidle");
    const ours = gauge.loaded.filter(isOurs);
    weigh(`${path}, in English`, sum(ours.filter((each) => !isRules(each))), BUDGET.page);
    for (const rules of ours.filter(isRules))
      weigh("the rules for fetching ahead", rules.bytes, BUDGET.rules);
    gauge.clear();
  }
  weigh("a tip in English", sum(await weighTip(visitor)), BUDGET.next);
});

test("who saves data fetches it with the first step of a tip, which makes the whole tip lighter", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const { page } = visitor;
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  const gauge = await meter(page);
  let unsaved = 0;
  await giveWholeTip(visitor, async (name) => {
    await page.waitForLoadState("networkidle");
    const fetched = gauge.loaded.filter(isDictionary).length;
    if (name !== "details") {
      expect([name, fetched]).toEqual([name, name === "profile" ? 0 : 1]);
      return;
    }
    // What is set for the test is not sent where a redirect leads to, as a browser's own wish is.
    unsaved = gauge.loaded.filter(isOurs).at(-1)?.bytes ?? 0;
    await eventually("the dictionary is there", async () => {
      await page.reload();
      await page.waitForLoadState("networkidle");
      return gauge.loaded.some(isDictionary);
    });
  });
  const whole = sum(gauge.loaded.filter(isOurs)) - unsaved;
  weigh("a whole tip that saves data", whole, BUDGET.saving);
});

test("a page that the browser has kept as brotli is not sent again for the dictionary that came after it", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const gauge = await meter(visitor.page, { keepsCache: true });
  await fetchDictionary(visitor, gauge);
  gauge.clear();
  await visitor.visit("/faq");
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  weigh("/faq once more, which the browser has as brotli", sum(gauge.loaded.filter(isOurs)), 650);
});
