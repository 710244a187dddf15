import { randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";
import { describe, expect, inject, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSummary } from "../support/browser/fan-at-summary.ts";
import { records } from "../support/database/records.ts";
import { CREATOR, confirm, payWith, thanked } from "../support/http/fan.ts";

const KEPT = ["INETCASH_CC", "INETCASH_DD"] as const;
const hex = () => randomBytes(16).toString("hex");

/** Takes no notices: the product forgets a method that it has not ordered. */
const OTHER_MERCHANT = "http://127.0.0.1:9/webhooks";

/** The provider's page for another method, of another merchant; returns the name of the method to come. */
async function openSetUp(visitor: Visitor, type: (typeof KEPT)[number]): Promise<string> {
  const { url } = inject("product");
  const [ref, page_token] = [`pm_${hex()}`, randomBytes(32).toString("base64url")];
  await records()
    .insertInto("sandbox.methods")
    .values({
      ...{ ref, customer_ref: `cus_${hex()}`, type, created_at: new Date(), set_up_id: uuid() },
      ...{ body_hash: hex() + hex(), page_token, page_expires_at: new Date(Date.now() + 3_600_000) },
      ...{ currency: "EUR", locale: visitor.circumstances.locale, notice_url: OTHER_MERCHANT },
      ...{ success_url: `${url}/${CREATOR.username}`, failed_url: `${url}/faq` },
    })
    .execute();
  await visitor.visit(`/sandbox/set-up/${page_token}`);
  return ref;
}

const labelOf = async (ref: string) =>
  (await records().selectFrom("sandbox.methods").select("label").where("ref", "=", ref).executeTakeFirst())
    ?.label;

/** The payment that this page is for keeps its method, as if it had been ordered so. */
async function keepMethodOf({ page }: Visitor): Promise<string> {
  const page_token = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await records()
    .updateTable("sandbox.payments")
    .set({ saves_method: true })
    .where("page_token", "=", page_token)
    .execute();
  await page.reload();
  return page_token;
}

describe.for(TWO_WAYS)("kept methods, script $script, $locale, $width px", (circumstances) => {
  test.for(KEPT)("a payment by %s says that its method is kept, and keeps it", async (type) => {
    const visitor = await open(circumstances);
    await openSummary(visitor, { type });
    await confirm(visitor);
    const page_token = await keepMethodOf(visitor);
    const consent = type === "INETCASH_CC" ? "fields.cardBoth" : "fields.mandateBoth";
    const words = visitor.t(`sandbox:${consent}`, { amount: "@" }).split("@").at(-1) ?? "";
    await visitor.page.getByText(words).waitFor();
    await visitor.looksRight();
    await payWith(visitor, type, "success");
    await thanked(visitor);
    const { method_ref } = await records()
      .selectFrom("sandbox.payments")
      .select("method_ref")
      .where("page_token", "=", page_token)
      .executeTakeFirstOrThrow();
    expect(await labelOf(method_ref ?? "")).toMatch(type === "INETCASH_CC" ? /^Visa.+4242$/ : /^DE.+3000$/);
  });

  test.for(KEPT)("another method of %s is entered where no money is taken", async (type) => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    const ref = await openSetUp(visitor, type);
    await page.getByText(circumstances.locale === "de" ? /0,00\s€/ : "€0.00").waitFor();
    await visitor.looksRight();
    const save = page.getByRole("button", { name: t("sandbox:setUp.save") });
    await save.click();
    await page.getByRole("alert").waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: type === "INETCASH_CC" ? "4242 4242" : "0130 00" }).click();
    await page.waitForURL("**?use=success");
    if (type === "INETCASH_DD") await page.getByRole("checkbox").check();
    await save.click();
    await page.waitForURL(`**/${CREATOR.username}`);
    expect(await labelOf(ref)).toMatch(type === "INETCASH_CC" ? /^Visa.+4242$/ : /^DE.+3000$/);
  });

  test("a declined card is said there, and leaving keeps nothing", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    const ref = await openSetUp(visitor, "INETCASH_CC");
    await page.getByRole("link", { name: "4000 0000 0000 0002" }).click();
    await page.waitForURL("**?use=declined");
    await page.getByRole("button", { name: t("sandbox:setUp.save") }).click();
    await page.getByRole("link", { name: t("sandbox:errors.declined") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("sandbox:form.abort") }).click();
    await page.waitForURL("**/faq");
    expect(await labelOf(ref)).toBeNull();
  });
});
