import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { isRecent } from "../../domain/tips/tips.server.ts";
import { readCookies } from "../../http/cookies.server.ts";
import { productRules } from "../../product-rules.ts";

const NAME = "paying";
/** A browser that pays more at once than this is led to the receipts of the newest. */
const PAYMENTS_MAXIMUM = 5;

/**
 * The Set-Cookie by which the browser that begins a payment is known again when it comes back from the provider. The
 * address of the result page travels to the provider and into logs; what leads on to the receipt or back into the
 * draft is for this browser alone.
 */
export function payingBrowserCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
): string {
  return cookieOf(request, context, paymentId, "/payment");
}

/**
 * The same of the browser that begins a voucher, whose payment it alone begins as its own: the address of the steps leads
 * whoever else has it to no code (docs/product.md, 5.12).
 */
export function buyingBrowserCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
): string {
  return cookieOf(request, context, voucherId, "/voucher");
}

/** True for the browser that began the voucher. */
export function isBuyingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
): boolean {
  return isNamed(request, context, voucherId);
}

function cookieOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
  path: "/payment" | "/voucher",
): string {
  const { tokens, publicUrl } = context.get(servicesContext);
  const token = tokens.sign("paying-browser", id);
  const others = tokensOf(request).filter((each) => each !== token);
  const value = [token, ...others].slice(0, PAYMENTS_MAXIMUM).join(".");
  const seconds = productRules.receipt.browser_hours * 3600;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
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
  return tokensOf(request).some((token) => tokens.verify("paying-browser", token) === id);
}

function tokensOf(request: Request): string[] {
  const value = readCookies(request.headers.get("Cookie")).get(NAME) ?? "";
  return value === "" ? [] : value.split(".", PAYMENTS_MAXIMUM);
}
