import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { confirm, payWith, thanked } from "../support/http/fan.ts";
import { prepareTip, wireFan } from "../support/http/http-client.ts";

import { PASSWORD, signInCreator, signInOperator } from "../support/http/signed-in.ts";

const provider = "Sandpay";

async function tip(fan: Visitor, creator: { username: string | null; name: string }, card: string) {
  const wire = wireFan(fan.circumstances.locale);
  const begun = await prepareTip(wire, { username: creator.username ?? "", name: "Ida", amount: "50" });
  await fan.visit(`${begun}/summary`);
  await fan.page.getByText(fan.t("tip:summary.direct", { name: creator.name, provider })).waitFor();
  await fan.looksRight();
  await confirm(fan);
  await fan.looksRight();
  await payWith(fan, "INETCASH_CC", card);
  await thanked(fan, creator.name);
}

/** Of the creator's only one. */
async function stateOf(table: "refunds" | "disputes", creatorId: string): Promise<string | undefined> {
  const own = records()
    .selectFrom("payments as p")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .select("p.id")
    .where("t.creator_id", "=", creatorId);
  const found = await records()
    .selectFrom(table)
    .select("status")
    .where("payment_id", "in", own)
    .executeTakeFirst();
  return found?.status;
}

/** An operator sees the account and our fee; a refund comes from that account, and there is no goodwill. */
async function seesAccount(creatorId: string, tipId: string): Promise<void> {
  const { id, account_ref } = await records()
    .selectFrom("payments as p")
    .innerJoin("connected_accounts as c", "c.account_ref", "p.account_ref")
    .select(["p.id", "p.account_ref"])
    .where("p.tip_id", "=", tipId)
    .where("c.user_id", "=", creatorId)
    .executeTakeFirstOrThrow();
  const { wire } = await signInOperator();
  const facts = (await wire.get(`/admin/payments/${id}`)).text;
  expect(facts).toContain(account_ref);
  expect(facts).toMatch(/Davon an uns.{0,80}5,95\s€/);
  const preview = (await wire.get(`/admin/payments/${id}/refund?amount=50`)).text;
  expect(preview).toContain("Vom Konto des Creators beim Zahlungsdienst");
  for (const page of [facts, preview]) expect(page).not.toContain('type="checkbox"');
}

test.for(TWO_WAYS)(
  "a fan pays a creator directly, who refunds, and another bank disputes, script $script, $locale, $width px",
  async (circumstances) => {
    const account = await signInCreator("ACTIVE", circumstances.locale);
    const { name } = await records()
      .updateTable("users")
      .set({ money_model: "DIRECT" })
      .where("id", "=", account.id)
      .returning("name")
      .executeTakeFirstOrThrow();
    const creator = { ...account, name: name ?? account.username ?? "" };
    const visitor = await openSignedIn(circumstances, account, "/account/payoutdata");
    const { page, t } = visitor;
    await page.getByLabel(t("connected:disconnect.password")).fill(PASSWORD);
    await page.getByRole("button", { name: t("connected:connect", { brand: provider }) }).click();
    await page.getByRole("button", { name: t("sandbox:connect.finish") }).click();
    await page.getByText(t("connected:state.READY", { brand: provider })).waitFor();

    const fan = await open(circumstances);
    await tip(fan, creator, "success");
    await visitor.visit("/payout");
    const paysOut = i18nFor(circumstances.locale).getFixedT(circumstances.locale, "direct");
    await page.getByText(paysOut("about", { provider })).waitFor();
    await visitor.looksRight();

    const { id } = await records()
      .selectFrom("tips")
      .select("id")
      .where("creator_id", "=", account.id)
      .executeTakeFirstOrThrow();
    await seesAccount(account.id, id);
    await visitor.visit(`/dashboard/tips/${id}/refund?amount=50`);
    const given = circumstances.locale === "de" ? "55,95 €" : "€55.95";
    const text = i18nFor(circumstances.locale).getFixedT(circumstances.locale, "books");
    await page.getByText(text("refund.fromYourAccount")).waitFor();
    await page.getByRole("button", { name: text("refund.go", { amount: given }) }).click();
    await eventually("the refund is done", async () => (await stateOf("refunds", account.id)) === "DONE");
    await visitor.visit(`/dashboard/tips/${id}`);
    await page.getByText(t("dashboard:status.REFUNDED"), { exact: true }).first().waitFor();
    await visitor.looksRight();

    await tip(await open(circumstances), creator, "chargeback");
    await eventually("the dispute is lost", async () => (await stateOf("disputes", account.id)) === "LOST");
    await visitor.visit("/dashboard");
    await page.getByText(t("dashboard:status.CHARGEBACK"), { exact: true }).first().waitFor();
    await visitor.looksRight();
    const { status } = await records()
      .selectFrom("users")
      .select("status")
      .where("id", "=", account.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("ACTIVE");
  },
);
