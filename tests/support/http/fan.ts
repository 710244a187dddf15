import type { PaymentType } from "../../../app/domain/payments/provider-port.ts";
import { testInstruments } from "../../../app/sandbox-provider/test-instruments.ts";
import type { Visitor } from "../browser/browser.ts";

/** Who most tips of the tests go to: EUR, four tribute items. */
export const CREATOR = { username: "joerdis", name: "Jördis Kessler" };

/** The address of a step. A browser takes the fragment of a link to a field along through a redirect. */
export function step(name: "details" | "payment" | "summary"): RegExp {
  return new RegExp(`/${name}(#.*)?$`);
}

/** What a fan does on each step, by the names that the page gives to things. Each ends on the next step. */

export async function giveAmount({ page, t }: Visitor, amount: string): Promise<void> {
  await page.getByLabel(t("tip:amount.own")).fill(amount);
  await page.getByRole("button", { name: t("tip:amount.next") }).click();
  await page.waitForURL(step("details"));
}

/** The short way from a creator's or group's page to the summary, with the amount chosen there or a typed one. */
export async function payAtOnce({ page, t }: Visitor, amount?: string): Promise<void> {
  if (amount !== undefined) await page.getByLabel(t("tip:amount.own")).fill(amount);
  await page.locator("button[name=way]").click();
  await page.waitForURL(step("summary"));
}

export async function leaveWords(
  { page, t }: Visitor,
  words: { name?: string; message?: string; image?: { name: string; mimeType: string; buffer: Buffer } } = {},
): Promise<void> {
  if (words.message !== undefined) await page.getByLabel(t("tip:details.message")).fill(words.message);
  if (words.name !== undefined)
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill(words.name);
  if (words.image) await page.getByLabel(t("tip:details.image"), { exact: true }).setInputFiles(words.image);
  await page.getByRole("button", { name: t("tip:details.next") }).click();
  await page.waitForURL(step("payment"));
}

export interface PaymentWish {
  type?: PaymentType;
  /** ISO 3166-1; Germany, and so its VAT, unless given. */
  country?: string;
  email?: string;
}

export async function choosePayment({ page, t }: Visitor, wish: PaymentWish = {}): Promise<void> {
  await page.getByLabel(t("tip:payment.country")).selectOption(wish.country ?? "DE");
  if (wish.email !== undefined) await page.getByLabel(t("tip:payment.email")).fill(wish.email);
  const way = t(`tip:payment.types.${wish.type ?? "INETCASH_CC"}.name`);
  await page.getByRole("radio", { name: new RegExp(`^${way}`) }).check();
  await page.getByRole("button", { name: t("tip:payment.next") }).click();
  await page.waitForURL(step("summary"));
}

/** From the summary to the provider's page: the sandbox's, or one whose address is like the given pattern. */
export async function confirm({ page, t }: Visitor, where = "**/sandbox/pay/*"): Promise<void> {
  await page.getByRole("button", { name: anyAmount(t("tip:summary.pay", { amount: "@" })) }).click();
  await page.waitForURL(where);
}

/** Up to the summary in one go. */
export async function comeToSummary(
  visitor: Visitor,
  wish: PaymentWish & { amount?: string } = {},
): Promise<void> {
  await visitor.visit(`/${CREATOR.username}`);
  await giveAmount(visitor, wish.amount ?? "5");
  await leaveWords(visitor, { name: "Ida", message: "Das Lied mit dem Regen!" });
  await choosePayment(visitor, wish);
}

/** Pays on the provider's page with the test card or account of that name, and comes back, or to the second step. */
export async function payWith({ page, t }: Visitor, type: PaymentType, instrument: string): Promise<void> {
  const found = testInstruments(type).find((each) => each.id === instrument);
  if (!found) throw new Error(`no test instrument ${instrument} for ${type}`);
  if (type === "INETCASH_DB" || type === "INETCASH_OB") {
    await page.getByRole("radio", { name: found.value }).check();
    const isTransfer = type === "INETCASH_OB";
    const button = isTransfer ? t("sandbox:form.sent") : t("sandbox:form.loginPay", { amount: "@" });
    await page.getByRole("button", { name: anyAmount(button) }).click();
    return;
  }
  await page.getByRole("link", { name: found.value }).click();
  await page.waitForURL(`**/sandbox/pay/*?use=${instrument}`);
  if (type === "INETCASH_DD") await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: anyAmount(t("sandbox:form.pay", { amount: "@" })) }).click();
}

/** Goes through the browser's history until a page whose address ends so; a step may stand in it several times. */
export async function travel(
  { page }: Visitor,
  direction: "back" | "forward",
  ending: string,
): Promise<void> {
  for (let hops = 0; hops < 6; hops += 1) {
    if (direction === "back") await page.goBack();
    else await page.goForward();
    if (page.url().endsWith(ending)) return;
  }
  throw new Error(`no ${ending} on the way ${direction}`);
}

/** Waits for the page that says thank you; it may wait for the provider before that, and renews itself. */
export async function thanked({ page, t }: Visitor, name = CREATOR.name): Promise<void> {
  await page.getByRole("heading", { name: t("result:success.heading", { name }) }).waitFor();
}

/** Waits for the page that says that it did not work. */
export async function failed(
  { page, t }: Visitor,
  heading: "failed.heading" | "failed.cancelledHeading" | "failed.unpaidHeading" = "failed.heading",
): Promise<void> {
  await page.getByRole("heading", { name: t(`result:${heading}`) }).waitFor();
}

/** The lines of the price on the page: what it is for, and how much. */
export async function readPrice({ page }: Visitor): Promise<Record<string, string>> {
  const lines: Record<string, string> = {};
  for (const row of await page.getByRole("row").all()) {
    const what = await row.getByRole("rowheader").innerText();
    lines[plain(what)] = plain(await row.getByRole("cell").innerText());
  }
  return lines;
}

/** Spaces that do not break are spaces. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text with an amount in it, as a pattern for any amount. */
function anyAmount(text: string): RegExp {
  return new RegExp(`^${text.replace("@", ".+")}$`);
}
