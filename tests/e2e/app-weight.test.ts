import { afterAll, expect, test } from "vitest";
import { type Circumstances, open, type Visitor } from "../support/browser/browser.ts";
import { giveSession } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { type Loaded, type Meter, meter } from "../support/browser/weighed-tip.ts";
import { demoSession } from "../support/http/signed-in.ts";

// What a signed-in user loads, as it is sent, without the heads of answers (docs/decisions/082).

const BUDGET = { script: 180_000, style: 40_000, later: 15_000 };
const DESK: Circumstances = { script: true, locale: "de", width: 1280 };
const CREATOR = "joerdis@demo.example";

const measured: string[] = [];

afterAll(() => {
  process.stdout.write(`Bytes of signed-in pages:\n${measured.join("\n")}\n`);
});

function weigh(what: string, bytes: number, budget: number): void {
  measured.push(`${String(bytes).padStart(7)} of ${String(budget).padStart(6)}  ${what}`);
  expect(bytes, what).toBeLessThanOrEqual(budget);
}

/** Of the files of one kind that came over the network; those that the browser had kept weigh nothing. */
function bytesOf(loaded: readonly Loaded[], kind: RegExp): number {
  return loaded.filter(({ path }) => kind.test(path)).reduce((sum, { body }) => sum + body, 0);
}

/** What takes files is no part of a page: it is loaded once the page is there. */
const SCRIPT = /\/(?!dropzone-)[^/]*\.js$/;

/** Counts what a window loads from now on, with nothing kept. */
async function emptied({ page }: Visitor): Promise<Meter> {
  await page.waitForLoadState("networkidle");
  const gauge = await meter(page, { keepsCache: true });
  await gauge.session.send("Network.clearBrowserCache");
  return gauge;
}

async function arrived({ page }: Visitor): Promise<void> {
  await whenHydrated(page);
  await page.waitForLoadState("networkidle");
}

/** The first page on a cold cache, and each page after it. */
async function walk(visitor: Visitor, [first, ...later]: [string, ...string[]]): Promise<void> {
  const gauge = await emptied(visitor);
  await visitor.visit(first);
  await arrived(visitor);
  const script = bytesOf(gauge.loaded, SCRIPT);
  expect(script).toBeGreaterThan(0);
  weigh(`script of ${first}`, script, BUDGET.script);
  weigh(`style of ${first}`, bytesOf(gauge.loaded, /\.css$/), BUDGET.style);
  for (const path of later) {
    gauge.clear();
    await visitor.visit(path);
    await arrived(visitor);
    weigh(`script of ${path}`, bytesOf(gauge.loaded, SCRIPT), BUDGET.later);
  }
}

test("a creator's first page and each page after it are within their bytes", async () => {
  const visitor = await open(DESK);
  await giveSession(visitor, await demoSession(CREATOR));
  await walk(visitor, [
    "/dashboard",
    "/account/settings",
    "/dashboard/items",
    "/dashboard/items/new",
    "/payout",
    "/payout/settings",
    "/dashboard/statistics",
    "/grouplists",
    "/account/payoutdata",
    "/account/edit",
  ]);
});

test("the first dialog over a list is within its bytes", async () => {
  const visitor = await open(DESK);
  const { page, t } = visitor;
  await giveSession(visitor, await demoSession(CREATOR));
  const gauge = await emptied(visitor);
  await visitor.visit("/dashboard/items");
  await arrived(visitor);
  gauge.clear();
  await page.getByRole("link", { name: t("items:add") }).click();
  await page.getByRole("dialog").waitFor();
  await page.waitForLoadState("networkidle");
  weigh("script of a new item's dialog", bytesOf(gauge.loaded, SCRIPT), BUDGET.later);
});

test("an operator's first page and each queue after it are within their bytes", async () => {
  const visitor = await operatorAt(DESK);
  await walk(visitor, [
    "/admin",
    "/admin/reviews",
    "/admin/exceptions",
    "/admin/reports",
    "/admin/payout-data",
    "/admin/approvals",
    "/admin/users",
  ]);
});
