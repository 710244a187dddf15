import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { isRecent } from "../domain/tips/receipt.server.ts";
import { productRules } from "../product-rules.ts";
import { ownCookie, setOwnCookie } from "./cookies.server.ts";

/** A browser that pays more at once than this is led to the receipts of the newest. */
const ORDERS_MAXIMUM = 6;

/**
 * The Set-Cookie by which the browser that begins a payment, or a voucher, is known again: beside what it began before.
 * The address of the result page travels to the provider and into logs, and that of a voucher's steps into chats; what
 * leads on to the receipt, back into the draft or to the code is for this browser alone (docs/product.md, 5.12).
 */
export function payingBrowserCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
): string {
  const { tokens, publicUrl } = context.get(servicesContext);
  const token = tokens.sign("paying-browser", id);
  const others = tokensOf(request, context).filter((each) => each !== token);
  const value = [token, ...others].slice(0, ORDERS_MAXIMUM).join(".");
  const seconds = productRules.receipt.browser_hours * 3600;
  return setOwnCookie("paying", value, seconds, publicUrl.startsWith("https:"));
}

/** True for the browser that began the voucher. */
export function isBuyingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
): boolean {
  return isNamed(request, context, voucherId);
}

/** True for the browser that began the payment, as long as that is not too long ago. */
export function isPayingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  payment: { id: string; created_at: Date },
): boolean {
  if (!isRecent(payment.created_at, context.get(servicesContext).clock())) return false;
  return isNamed(request, context, payment.id);
}

function isNamed(request: Request, context: Readonly<RouterContextProvider>, id: string): boolean {
  const { tokens } = context.get(servicesContext);
  return tokensOf(request, context).some((token) => tokens.verify("paying-browser", token) === id);
}

function tokensOf(request: Request, context: Readonly<RouterContextProvider>): string[] {
  const isSecure = context.get(servicesContext).publicUrl.startsWith("https:");
  const value = ownCookie(request.headers.get("Cookie"), "paying", isSecure);
  return value === null ? [] : value.split(".", ORDERS_MAXIMUM);
}
