import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { isRecent } from "../domain/tips/receipt.server.ts";
import { ownCookie } from "./own-cookie.server.ts";

const ORDERS_MAXIMUM = 6;

/**
 * The result address reaches the provider and logs, so receipt, draft and code need this cookie
 * (docs/product.md, 5.12).
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

export async function isBuyingBrowser(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
): Promise<boolean> {
  return await hasToken(request, context, voucherId);
}

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
