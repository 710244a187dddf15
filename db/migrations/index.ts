import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import * as wordsAfterPayment from "./2026-11-28-words-after-payment.ts";
import * as refundRequests from "./2026-11-29-refund-requests.ts";
import * as tipAmounts from "./2026-11-29-tip-amounts.ts";
import * as thankYouText from "./2026-11-30-thank-you-text.ts";
import * as supportSearch from "./2026-12-01-support-search.ts";
import * as operatorRoles from "./2026-12-02-operator-roles.ts";
import * as supportNotes from "./2026-12-03-support-notes.ts";
import * as settings from "./2026-12-04-settings.ts";
import * as legalTexts from "./2026-12-05-legal-texts.ts";
import * as creatorInvitations from "./2026-12-07-creator-invitations.ts";
import * as settingsActs from "./2026-12-07-settings-acts.ts";
import * as settingsGroups from "./2026-12-08-settings-groups.ts";
import * as keptVoucherRules from "./2026-12-09-kept-voucher-rules.ts";
import * as widerTips from "./2026-12-10-wider-tips.ts";
import * as keptPaymentRules from "./2026-12-11-kept-payment-rules.ts";
import * as minimumFee from "./2026-12-12-minimum-fee.ts";
import * as webhooks from "./2026-12-13-webhooks.ts";
import * as apiKeys from "./2026-12-15-api-keys.ts";
import * as overlays from "./2026-12-16-overlays.ts";
import * as koFiReceivers from "./2026-12-18-ko-fi-receivers.ts";
import * as directMoney from "./2026-12-20-direct-money.ts";
import * as moneyModelNews from "./2026-12-22-money-model-news.ts";
import * as accountEvents from "./2026-12-23-account-events.ts";
import * as feeReturns from "./2026-12-26-fee-returns.ts";
import * as directGroups from "./2026-12-27-direct-groups.ts";
import * as savedMethods from "./2026-12-29-saved-methods.ts";
import * as tipSeries from "./2026-12-30-tip-series.ts";
import * as seriesLists from "./2027-01-04-series-lists.ts";
import * as directTransfers from "./2027-01-05-direct-transfers.ts";
import * as monthlyEvents from "./2027-01-05-monthly-events.ts";
import * as setUpAccounts from "./2027-01-06-set-up-accounts.ts";
import * as monthlyThanks from "./2027-01-07-monthly-thanks.ts";
import * as seriesGoals from "./2027-01-07-series-goals.ts";
import * as declaredSeries from "./2027-01-09-declared-series.ts";
import * as baseline from "./baseline.ts";
import { UPGRADE, UPGRADES_FROM } from "./upgrade/index.ts";

const BASELINE = "2026-11-27-baseline";

/** By name. A landed migration is frozen; changes are new ones. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
  "2026-11-28-words-after-payment": wordsAfterPayment,
  "2026-11-29-refund-requests": refundRequests,
  "2026-11-29-tip-amounts": tipAmounts,
  "2026-11-30-thank-you-text": thankYouText,
  "2026-12-01-support-search": supportSearch,
  "2026-12-02-operator-roles": operatorRoles,
  "2026-12-03-support-notes": supportNotes,
  "2026-12-04-settings": settings,
  "2026-12-05-legal-texts": legalTexts,
  "2026-12-07-creator-invitations": creatorInvitations,
  "2026-12-07-settings-acts": settingsActs,
  "2026-12-08-settings-groups": settingsGroups,
  "2026-12-09-kept-voucher-rules": keptVoucherRules,
  "2026-12-10-wider-tips": widerTips,
  "2026-12-11-kept-payment-rules": keptPaymentRules,
  "2026-12-12-minimum-fee": minimumFee,
  "2026-12-13-webhooks": webhooks,
  "2026-12-15-api-keys": apiKeys,
  "2026-12-16-overlays": overlays,
  "2026-12-18-ko-fi-receivers": koFiReceivers,
  "2026-12-20-direct-money": directMoney,
  "2026-12-22-money-model-news": moneyModelNews,
  "2026-12-23-account-events": accountEvents,
  "2026-12-26-fee-returns": feeReturns,
  "2026-12-27-direct-groups": directGroups,
  "2026-12-29-saved-methods": savedMethods,
  "2026-12-30-tip-series": tipSeries,
  "2027-01-04-series-lists": seriesLists,
  "2027-01-05-direct-transfers": directTransfers,
  "2027-01-05-monthly-events": monthlyEvents,
  "2027-01-06-set-up-accounts": setUpAccounts,
  "2027-01-07-monthly-thanks": monthlyThanks,
  "2027-01-07-series-goals": seriesGoals,
  "2027-01-09-declared-series": declaredSeries,
};

/** An older database has these tables after its upgrade. */
const baselineOfOlder: Migration = {
  up: async (db) => {
    await sql`alter table tips validate constraint tips_amount_minor_check`.execute(db);
  },
};

const hasRun: Migration = { up: async () => undefined };

/** A new database: the baseline; an older one: what it lacks. "too_old": needs an intermediate version. */
export function migrationsAfter(done: readonly string[]): Record<string, Migration> | "too_old" {
  const older = done.filter((name) => name <= UPGRADES_FROM);
  if (older.length === 0) return migrations;
  if (!older.includes(UPGRADES_FROM)) return "too_old";
  const known = Object.fromEntries(older.map((name) => [name, hasRun]));
  return { ...known, ...UPGRADE, ...migrations, [BASELINE]: baselineOfOlder };
}

/** "older": its tables precede the baseline. "newer": unknown ones. */
export function migrationToMake(done: readonly string[]): { name: string } | "older" | "newer" {
  const last = done.at(-1) ?? "";
  if (last in migrations) return { name: last };
  if (last === Object.keys(UPGRADE).at(-1)) return { name: BASELINE };
  return last < BASELINE ? "older" : "newer";
}
