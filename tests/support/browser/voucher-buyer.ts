import { plain } from "../http/fan.ts";
import type { Visitor } from "./browser.ts";

/** What somebody who buys a voucher does on each step, by the names that the page gives to things. */
export async function fillVoucher(
  { page, t }: Visitor,
  wish: { preset?: string; message?: string; name?: string; email: string },
): Promise<void> {
  if (wish.preset) await page.getByRole("radio", { name: wish.preset, exact: true }).check();
  if (wish.message) await page.getByLabel(t("vouchers:buy.message")).fill(wish.message);
  if (wish.name) await page.getByLabel(t("vouchers:buy.name")).fill(wish.name);
  await page.getByLabel(t("vouchers:buy.email")).fill(wish.email);
  await page.getByLabel(t("tip:payment.country")).selectOption("DE");
  await page.getByRole("button", { name: t("vouchers:buy.next") }).click();
  await page.waitForURL(/\/voucher\/[\w-]{43}\/payment$/);
}

export async function chooseCard({ page, t }: Visitor): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${t("tip:payment.types.INETCASH_CC.name")}`) }).check();
  await page.getByRole("button", { name: t("vouchers:payment.next") }).click();
  await page.waitForURL(/\/voucher\/[\w-]{43}\/summary$/);
}

/** The code as the page shows it, once the voucher is there. */
export async function readShownCode({ page, t }: Visitor): Promise<string> {
  await page.getByRole("heading", { name: t("vouchers:bought.heading") }).waitFor();
  return plain(await page.locator(".digits").innerText());
}
