import { readFile } from "node:fs/promises";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { formatAmount } from "../../app/domain/money/minor.ts";
import {
  confirmPayoutData,
  requestPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { earn, GERMAN_BANK, type PayoutWorld } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["adminPayouts", "approvals", "payouts", "account", "auth"]);

function productWorld(): PayoutWorld {
  return {
    ...createTipWorld(records(), movableClock(new Date())),
    tokens: createTokens(TEST_SECRETS.APP_SECRET),
    encryption: createEncryption(TEST_SECRETS.APP_SECRET),
    issuer: [],
  };
}

/** A creator who has earned pounds, which nobody else's payouts are in, and says where they are to go. */
async function withNewData(world: PayoutWorld, locale: "de" | "en"): Promise<SignedIn> {
  const creator = await signInCreator("ACTIVE", locale);
  await earn(world, { id: creator.id, username: creator.username ?? "", currency: "GBP" }, 1_200_00);
  const details = { ...GERMAN_BANK, bank_account_owner: "Nele Unterwegs" };
  const requested = await requestPayoutData(world, { user_id: creator.id, details, bank_country: "DE" });
  if (requested.outcome !== "code_sent") throw new Error(requested.reason);
  const { id } = requested;
  await confirmPayoutData(world, { user_id: creator.id, id, code: world.tokens.code("payout-code", id) });
  return creator;
}

/** The creator finds the payout in the history and saves its statement, which says what was paid. */
async function readsStatement(creator: SignedIn, circumstances: Visitor["circumstances"]): Promise<void> {
  const visitor = await openSignedIn(circumstances, creator, "/payout");
  const { page } = visitor;
  await visitor.looksRight();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /\(PDF\)/ }).click(),
  ]);
  const { text } = await extractText(new Uint8Array(await readFile(await download.path())), {
    mergePages: true,
  });
  expect(text).toContain("Nele Unterwegs");
  expect(text).toContain(formatAmount(1_200_00, "GBP", circumstances.locale).replaceAll("\u00a0", " "));
}

/** The second operator finds an act in the list, and approves it. */
async function approves(operator: Visitor, kind: string): Promise<void> {
  const { page } = operator;
  const t = textsOf(operator);
  await operator.visit("/admin/approvals");
  await operator.looksRight();
  await page.locator("a.row-link", { hasText: kind }).last().click();
  await page.getByRole("heading", { name: t("approvals:approve"), exact: true }).waitFor();
  await operator.looksRight();
  await page.getByRole("button", { name: t("approvals:approveGo"), exact: true }).click();
  await page.getByRole("status").getByText(t("approvals:done.approved")).waitFor();
}

test.for(TWO_WAYS)(
  "operators accept payout data, make a batch and say that it was paid, script $script, $locale, $width px",
  async (circumstances) => {
    const world = productWorld();
    const creator = await withNewData(world, circumstances.locale);
    const first = await operatorAt(circumstances);
    const { page } = first;
    const t = textsOf(first);
    await first.looksRight();
    await first.visit("/admin/payout-data");
    await first.looksRight();
    await page.getByRole("link", { name: creator.username ?? "" }).click();
    await page.getByText("Nele Unterwegs").first().waitFor();
    await first.looksRight();
    await page.getByRole("button", { name: t("adminPayouts:dataCase.accept"), exact: true }).click();
    await page.getByRole("status").getByText(t("adminPayouts:data.done.accepted")).waitFor();

    const wish = { user_id: creator.id, currency: "GBP", amount_minor: null } as const;
    expect(await requestWithdrawal(world, wish)).toMatchObject({ outcome: "requested" });
    await first.visit("/admin/payouts");
    await first.looksRight();
    const make = `${t("adminPayouts:payouts.make")} ${t("adminPayouts:rail.BANK_CSV")}, GBP`;
    await page.getByRole("button", { name: make }).click();
    // Who accepted an account does not send a thousand there alone.
    await page.getByRole("status").getByText(t("adminPayouts:payouts.done.accounts_wait")).waitFor();
    const second = await operatorAt(circumstances);
    await approves(second, t("approvals:kind.PAYOUT_DATA"));
    await page.getByRole("button", { name: make }).click();
    await page.getByRole("status").getByText(t("adminPayouts:batch.done.made")).waitFor();
    await first.looksRight();
    const address = new URL(page.url()).pathname;
    await page.getByRole("link", { name: t("adminPayouts:batch.request") }).click();
    await page.getByRole("heading", { name: t("approvals:takeBack.title") }).waitFor();
    await first.looksRight();
    await approves(second, t("approvals:kind.BATCH_RELEASE"));
    await first.visit(address);
    await first.looksRight();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: t("adminPayouts:batch.fetch") }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^payouts-bank-gbp-[\w-]+\.csv$/);
    expect(await readFile(await download.path(), "utf8")).toMatch(
      /\r\n[0-9a-f]{32},Nele Unterwegs,DE89370400440532013000,COBADEFFXXX,Testbank,DE,GBP,1200\.00\r\n$/,
    );
    const limit = formatAmount(1_000_00, "EUR", circumstances.locale);
    await page.getByText(t("adminPayouts:batch.second", { limit })).waitFor();

    await second.visit(address);
    await second.page.getByRole("button", { name: t("adminPayouts:batch.allPaidGo") }).click();
    await second.page.getByRole("status").getByText(t("adminPayouts:batch.done.done")).waitFor();
    await second.looksRight();
    const row = second.page.getByRole("row", { name: creator.username ?? "" });
    await row.getByRole("link", { name: t("adminPayouts:table.open") }).click();
    await second.page.getByText(t("payouts:status.PAID"), { exact: true }).first().waitFor();
    await second.looksRight();
    await readsStatement(creator, circumstances);
    second.expectStatus(422);
    await second.page.getByRole("button", { name: t("adminPayouts:payout.markBounced") }).click();
    await second.page.getByRole("alert").waitFor();
    await second.looksRight();
  },
);
