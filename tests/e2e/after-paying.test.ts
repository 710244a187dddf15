import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { confirm, payAtOnce, payWith, thanked } from "../support/http/fan.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";

// What follows a payment by the short way: words, and a request for a refund (docs/product.md, 5.13).

const NAME = "Neu Hier";
const MESSAGE = "Das Lied mit dem Regen!";
const REASON = "Ich habe mich beim Betrag vertippt.";
const ANSWER = "Die Aufnahme ist schon fertig, deshalb nicht.";

async function payFor(visitor: Visitor, creator: SignedIn, email: string): Promise<void> {
  const { page, t, visit } = visitor;
  await visit(`/${creator.username}`);
  await payAtOnce(visitor);
  await page.getByLabel(t("tip:payment.email")).fill(email);
  await confirm(visitor);
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor, NAME);
}

async function addWords(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.locator("summary", { hasText: t("tip:summary.addWords") }).click();
  await visitor.looksRight();
  await page.getByRole("button", { name: t("result:words.send") }).click();
  await page.locator("[data-summary]").waitFor();
  await page.getByLabel(t("tip:details.message")).fill(MESSAGE);
  await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
  await page.getByRole("button", { name: t("result:words.send") }).click();
  await page.getByText(t("result:words.added")).waitFor();
}

async function requestRefund(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.locator("summary", { hasText: t("result:refundRequest.ask") }).click();
  await visitor.looksRight();
  await page.getByLabel(t("result:refundRequest.reason")).fill("Nein");
  await page.getByRole("button", { name: t("result:refundRequest.send") }).click();
  await page.locator("[data-summary]").waitFor();
  await visitor.looksRight();
  await page.getByLabel(t("result:refundRequest.reason")).fill(REASON);
  await page.getByRole("button", { name: t("result:refundRequest.send") }).click();
  await page.getByText(t("result:refundRequest.asked")).waitFor();
  await visitor.looksRight();
}

async function openRequest(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.visit("/dashboard");
  await visitor.looksRight();
  await page.locator(".note a").click();
  await page.getByText(REASON).waitFor();
  await visitor.looksRight();
}

async function decline({ page, t }: Visitor): Promise<void> {
  await page.getByLabel(t("books:refundRequest.answer")).fill(ANSWER);
  await page.getByRole("button", { name: t("books:refundRequest.decline") }).click();
  await page.getByText(t("books:refundRequest.answered")).waitFor();
}

async function refund({ page, t, circumstances: { locale } }: Visitor): Promise<void> {
  const books = i18nFor(locale).getFixedT(locale, "books");
  await page
    .getByRole("link", { name: t("dashboard:tip.refund") })
    .first()
    .click();
  await page.waitForURL("**/refund*");
  await page.locator("form:has([name=seen_left]) button").click();
  await page.getByText(books("refund.yoursDone")).waitFor();
}

/** The page in the mail that answers the request. */
async function answerMailedTo({ t }: Visitor, recipient: string): Promise<string> {
  const mails = records()
    .selectFrom("demo_mailbox")
    .select("text")
    .where("recipient", "=", recipient)
    .where("subject", "=", t("mail:refundAnswered.subject"));
  await eventually("the answer is mailed", async () => (await mails.execute()).length === 1);
  const { text } = await mails.executeTakeFirstOrThrow();
  expect(text).not.toContain(ANSWER);
  return /\/receipt\/[\w-]+/.exec(text)?.[0] ?? "";
}

test.for(TWO_WAYS)(
  "words and a refund request follow the payment, script $script, $locale, $width px",
  async (circumstances) => {
    const { script, locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const email = `${crypto.randomUUID()}@fans.example`;
    const fan = await open(circumstances);
    const { page, t } = fan;
    fan.expectStatus(422);
    await payFor(fan, creator, email);
    await addWords(fan);
    await page.getByText(MESSAGE).waitFor();
    await fan.looksRight();
    await page.reload();
    expect(await page.locator("textarea").count()).toBe(0);

    const owner = await openSignedIn(circumstances, creator, "/dashboard");
    await owner.page.getByText(MESSAGE).first().waitFor();
    expect(await owner.page.getByText("Ida").count()).toBeGreaterThan(0);

    await page.getByRole("link", { name: t("result:success.receipt") }).click();
    await page.waitForURL("**/receipt/*");
    await requestRefund(fan);
    await openRequest(owner);
    await (script ? refund(owner) : decline(owner));
    await owner.looksRight();

    await fan.visit(await answerMailedTo(fan, email));
    const answer = t(`result:refundRequest.${script ? "REFUNDED" : "DECLINED"}`, { name: NAME, day: "@" });
    await page.getByText(answer.split("@")[0] ?? "").waitFor();
    expect(await page.getByText(ANSWER).count()).toBe(script ? 0 : 1);
    await fan.looksRight();
  },
);

test.for(TWO_WAYS)(
  "an operator reads the demo's overdue request, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const t = i18nFor(locale).getFixedT(locale, "exceptions");
    const visitor = await operatorAt(circumstances, "/admin/exceptions?kind=refund-requests");
    const { page } = visitor;
    await visitor.looksRight();
    await page.getByRole("link", { name: "Öykü backt Brot" }).click();
    await page.getByRole("link", { name: t("refundRequests.refund") }).waitFor();
    await visitor.looksRight();
    visitor.expectStatus(422);
    await page.getByRole("button", { name: t("refundRequests.decline") }).click();
    await page.getByRole("alert").waitFor();
    await visitor.looksRight();
  },
);
