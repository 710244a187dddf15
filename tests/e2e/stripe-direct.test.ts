import { afterAll, beforeAll, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, logIn } from "../support/browser/creator-steps.ts";
import { openSummary } from "../support/browser/fan-at-summary.ts";
import { eventually } from "../support/eventually.ts";
import { CREATOR, confirm } from "../support/http/fan.ts";
import { type JoinedProduct, startJoinedProduct } from "../support/providers/joined-product.ts";

// A creator with an account at Stripe: hosted onboarding, a requirement with its day, tips that go there, and a dispute.

const brand = "Stripe";
const PAGE = "/account/payoutdata";
const NOTHING = { currently_due: [], past_due: [], current_deadline: null, disabled_reason: null };

let joined: JoinedProduct;
beforeAll(async () => {
  joined = await startJoinedProduct({ PAYMENT_PROVIDER: "stripe" });
  await joined.db
    .updateTable("users")
    .set({ money_model: "DIRECT" })
    .where("username", "=", CREATOR.username)
    .execute();
});
afterAll(() => joined?.stop());

const press = ({ page }: Visitor, how: string) =>
  page.getByRole("button", { name: how, exact: true }).click();

const connected = () =>
  joined.db
    .selectFrom("connected_accounts as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .select(["a.account_ref", "a.takes_payments", "a.due"])
    .where("u.username", "=", CREATOR.username)
    .executeTakeFirstOrThrow();

async function until(what: string, isSo: (account: Awaited<ReturnType<typeof connected>>) => boolean) {
  await eventually(what, async () => isSo(await connected()));
}

test.for(TWO_WAYS)(
  "a creator is paid into their account at Stripe, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await open(circumstances, { url: joined.url, address: "198.51.100.7" });
    const { page, t } = creator;
    const says = async (text: string | RegExp) => {
      await creator.visit(PAGE);
      await page.getByText(text).first().waitFor();
      await creator.looksRight();
    };
    await joined.db
      .updateTable("users")
      .set({ locale: circumstances.locale })
      .where("username", "=", CREATOR.username)
      .execute();
    await logIn(creator, `${CREATOR.username}@demo.example`);
    await creator.visit(PAGE);
    // The second way finds the account of the first.
    const connect = page.getByRole("button", { name: t("connected:connect", { brand }) });
    if (await connect.isVisible())
      await page.getByLabel(t("connected:disconnect.password")).fill(DEMO_PASSWORD);
    await page
      .getByRole("button", {
        name: new RegExp(`${t("connected:connect", { brand })}|${t("connected:see", { brand })}`),
      })
      .click();
    await page.waitForURL("**/setup/e/*");
    await press(creator, "finish");
    await page.waitForURL(`**${PAGE}`);
    await until("the account takes payments", ({ takes_payments }) => takes_payments);
    await says(t("connected:state.READY", { brand }));

    const { account_ref } = await connected();
    joined.stripe.accounts.require(account_ref, ["individual.verification.document"], new Date("2027-03-05"));
    await joined.stripe.deliver();
    await until("a requirement is due", ({ due }) => JSON.stringify(due).includes("document"));
    await says(/2027/);
    expect(await page.locator("dl").first().innerText()).toContain(t("connected:due.id_document"));
    joined.stripe.accounts.update(account_ref, { requirements: NOTHING });
    await joined.stripe.deliver();
    await until("nothing is due", ({ due }) => JSON.stringify(due) === "[]");
    await says(t("connected:state.READY", { brand }));

    const fan = await open(circumstances, { url: joined.url, address: "198.51.100.8" });
    await openSummary(fan, { type: "INETCASH_CC", email: "ida@fans.example" }, joined.url);
    await confirm(fan, "**/c/pay/*");
    await press(fan, "paid");
    await fan.page.waitForURL(/\/payment\/success/);
    const payment = () =>
      joined.db
        .selectFrom("payments")
        .select(["id", "tip_id", "status", "provider_ref", "account_ref", "charged_minor"])
        .where("account_ref", "=", account_ref)
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
    await eventually("the tip is paid", async () => (await payment()).status === "SUCCESS");
    const { provider_ref, charged_minor, tip_id } = await payment();
    const [, pageId = ""] = provider_ref?.split("/") ?? [];
    const books = joined.stripe.booksOf(account_ref);
    const dispute = books.dispute(pageId, charged_minor);
    books.decide(pageId, dispute.id, "lost");
    await joined.stripe.deliver();
    await eventually("the bank took it back", async () => (await payment()).status === "CHARGEBACK");
    await creator.visit(`/dashboard/tips/${tip_id}`);
    await page.getByText(t("dashboard:status.CHARGEBACK"), { exact: true }).first().waitFor();
    await creator.looksRight();
    const fee = joined.stripe.accounts.fee(books.page(pageId).intent?.charge?.fee ?? "");
    await eventually("our fee went back", () =>
      Promise.resolve(fee.refunds.reduce((sum, { amount }) => sum + amount, 0) === fee.amount),
    );
  },
);
