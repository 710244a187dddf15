import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { isRecent } from "../domain/tips/receipt.server.ts";
import { ownCookie } from "./own-cookie.server.ts";

/** A browser that pays more at once than this is led to the receipts of the newest. */
const ORDERS_MAXIMUM = 6;

/**
 * The Set-Cookie by which the browser that begins a payment, or a voucher, is known again: beside what it began before.
 * The address of the result page travels to the provider and into logs, and that of a voucher's steps into chats; what
 * leads on to the receipt, back into the draft or to the code is for this browser alone (docs/product.md, 5.12).
 */
export async function payingBrowserCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<string> {
  const { tokens } = context.get(servicesContext);
  const token = tokens.sign("paying-browser", id);
  const others = (await tokensOf(request, context)).filter((each) => each !== token);
  const value = [token, ...others].slice(0, ORDERS_MAXIMUM).join(".");
  return await ownCookie(context, "paying").serialize(value);
}

/** True for the browser that began the voucher. */
export async function isBuyingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
): Promise<boolean> {
  return await hasToken(request, context, voucherId);
}

/** True for the browser that began the payment, as long as that is not too long ago. */
export async function isPayingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  payment: { id: string; created_at: Date },
): Promise<boolean> {
  if (!isRecent(payment.created_at, context.get(servicesContext).clock())) return false;
  return await hasToken(request, context, payment.id);
}

async function hasToken(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<boolean> {
  const { tokens } = context.get(servicesContext);
  return (await tokensOf(request, context)).some((token) => tokens.verify("paying-browser", token) === id);
}

async function tokensOf(request: Request, context: Readonly<RouterContextProvider>): Promise<string[]> {
  const value = await ownCookie(context, "paying").parse(request.headers.get("Cookie"));
  return value === null ? [] : value.split(".", ORDERS_MAXIMUM);
}
