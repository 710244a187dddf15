import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decidePayoutData } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { type MailedProduct, startMailedProduct } from "../support/http/mailed-product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { insertEarned } from "../support/money/earned-money.ts";

let product: MailedProduct;
beforeAll(async () => {
  product = await startMailedProduct();
});
afterAll(() => product.stop());

const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["payouts", "errors", "mail"]);

/** As after tips whose time has come. */
async function earn(creator: SignedIn, amount: number): Promise<void> {
  const earned = { creator_id: creator.id, currency: "EUR", amount_minor: amount };
  await insertEarned(product.db, { ...earned, provider: "sandbox", now: new Date() });
}

async function enterData(
  { page, circumstances }: Visitor,
  t: ReturnType<typeof textsOf>,
  owner: string,
): Promise<void> {
  await page.getByLabel(t("payouts:fields.bank_account_owner")).fill(owner);
  await page
    .getByLabel(t("payouts:fields.bank_country_id"))
    .selectOption({ label: circumstances.locale === "de" ? "Deutschland" : "Germany" });
  await page.getByLabel(t("payouts:fields.bank_iban")).fill("DE89 3704 0044 0532 0130 00");
  await page.getByLabel(t("payouts:fields.bank_bic"), { exact: true }).fill("COBADEFFXXX");
  await page.getByLabel(t("payouts:fields.bank_name")).fill("Testbank");
  await page.getByRole("button", { name: t("payouts:data.go") }).click();
}

/** The six digits of the newest mail that has some. */
async function codeFor(creator: SignedIn, subject: string): Promise<string> {
  const mail = await product.mailTo(creator.email, /\b\d{3} \d{3}\b/);
  expect(mail.subject).toBe(subject);
  return /\b(\d{3} \d{3})\b/.exec(mail.text ?? "")?.[1] ?? "";
}

async function acceptAsOperator(creator: SignedIn): Promise<void> {
  const { db } = product;
  const operator = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "ADMIN")
    .executeTakeFirstOrThrow();
  const change = await db
    .selectFrom("payout_destinations")
    .select("id")
    .where("user_id", "=", creator.id)
    .where("status", "=", "PENDING")
    .executeTakeFirstOrThrow();
  const services = { db, jobs: createJobs(db), clock: () => new Date(), newId: randomUUID };
  const decided = { id: change.id, operator_id: operator.id, decision: "accepted" } as const;
  expect(await decidePayoutData(services, decided)).toBe("accepted");
}

describe.for(TWO_WAYS)("being paid out, script $script, $locale, $width px", (circumstances) => {
  test("being paid out goes from an account that is entered, through the code of the mail, to a withdrawal with its fee", async () => {
    const creator = await signInCreator("ACTIVE", circumstances.locale, { db: product.db, url: product.url });
    await earn(creator, 100_00);
    const visitor = await openSignedIn(circumstances, creator, "/dashboard/payouts", product.place());
    const { page } = visitor;
    const t = textsOf(visitor);
    visitor.expectStatus(422);
    await page.getByText(t("payouts:promise.no_bank_account")).waitFor();
    await visitor.looksRight();

    await page.getByRole("link", { name: t("payouts:settings.data") }).click();
    await enterData(visitor, t, "Nora Fremd");
    await page.getByRole("alert").getByText(t("errors:payout.owner")).waitFor();
    expect(await page.getByLabel(t("payouts:fields.bank_bic")).inputValue()).not.toBe("");
    expect(await page.getByLabel(t("payouts:fields.bank_iban")).inputValue()).toBe("");
    await visitor.looksRight();
    await enterData(visitor, t, "Unterwegs, Nele");
    await page.waitForURL("**/account/payoutdata/*/confirm");
    await visitor.looksRight();
    const code = await codeFor(creator, t("mail:payoutCode.subject"));
    const field = page.locator("input[name=code]");
    await field.fill(code === "000 000" ? "000 001" : "000 000");
    await page.getByRole("button", { name: t("payouts:code.go") }).click();
    await page.getByRole("alert").getByText(t("errors:payout.code")).waitFor();
    await field.fill(code);
    await page.getByRole("button", { name: t("payouts:code.go") }).click();
    await page.waitForURL("**/account/payoutdata");
    await page.getByText(t("payouts:data.pending")).waitFor();
    await visitor.looksRight();

    await acceptAsOperator(creator);
    await visitor.visit("/payout");
    await visitor.looksRight();
    const amount = page.getByLabel(t("payouts:withdrawal.amount", { currency: "EUR" }));
    const next = page.getByRole("button", { name: t("payouts:withdrawal.next") });
    await amount.fill("4");
    await next.click();
    await page.getByRole("link", { name: t("errors:payout.below_minimum") }).waitFor();
    expect(await amount.inputValue()).toBe("4");
    await visitor.looksRight();
    await amount.fill("60");
    await next.click();
    await page.waitForURL("**/payout/withdrawal?**amount=60");
    await page.getByRole("cell", { name: circumstances.locale === "de" ? "1,50" : "€1.50" }).waitFor();
    await visitor.looksRight();
    const net = circumstances.locale === "de" ? "58,50\u00a0€" : "€58.50";
    await page.getByRole("button", { name: t("payouts:withdrawal.go", { net }) }).click();
    await page.waitForURL("**/payout");
    await page.getByRole("cell", { name: t("payouts:status.REQUESTED") }).waitFor();
    await visitor.looksRight();
  });

  test("being paid out by the month or by hand is the creator's own choice", async () => {
    const creator = await signInCreator("ACTIVE", circumstances.locale, { db: product.db, url: product.url });
    const visitor = await openSignedIn(circumstances, creator, "/payout/settings", product.place());
    const { page } = visitor;
    const t = textsOf(visitor);
    visitor.expectStatus(422);
    await page.getByLabel(t("payouts:settings.type")).selectOption("2");
    await page.getByLabel(t("payouts:settings.minimum", { currency: "EUR" })).fill("viel");
    await page.getByRole("button", { name: t("payouts:settings.save") }).click();
    await page.getByRole("alert").getByText(t("errors:min_payout.range")).waitFor();
    expect(await page.getByLabel(t("payouts:settings.type")).inputValue()).toBe("2");
    await visitor.looksRight();
    await page.getByLabel(t("payouts:settings.minimum", { currency: "EUR" })).fill("200");
    await page.getByRole("button", { name: t("payouts:settings.save") }).click();
    await page.waitForURL("**/payout");
    await page.getByText(t("payouts:settings.manual")).waitFor();
  });
});
