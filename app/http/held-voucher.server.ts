import type { RouterContextProvider } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { addressKey } from "./address-keys.ts";
import { featuresOf } from "./features.server.ts";
import { ownCookie } from "./own-cookie.server.ts";
import { findRequestViewer } from "./sessions.server.ts";

type Context = Readonly<RouterContextProvider>;

const OUTSIDE = "held";

/** For a cookie or hidden field: the code reaches no address or log, and cannot be forged. */
export function encryptCode(context: Context, code: string): string {
  return context.get(servicesContext).voucherCodes.encrypt(OUTSIDE, code).toString("base64url");
}

/** Null for a value that was not encrypted here. */
export function decryptCode(context: Context, encrypted: string): string | null {
  try {
    return context.get(servicesContext).voucherCodes.decrypt(OUTSIDE, Buffer.from(encrypted, "base64url"));
  } catch {
    return null;
  }
}

export async function heldVoucherCookie(context: Context, code: string | null): Promise<string> {
  return await ownCookie(context, "held_voucher").serialize(code === null ? "" : encryptCode(context, code));
}

export async function readHeldVoucher(request: Request, context: Context): Promise<string | null> {
  const value = await ownCookie(context, "held_voucher").parse(request.headers.get("Cookie"));
  return value === null ? null : decryptCode(context, value);
}

export async function dashboardOrVoucher(request: Request, context: Context): Promise<string> {
  return (await readHeldVoucher(request, context)) === null ? "/dashboard" : "/voucher/redeem";
}

/** By account, or by a visitor's address (docs/limits.md). */
export async function codeTrier(context: Context, caller?: { id: string } | null): Promise<Buffer> {
  const { limits } = context.get(servicesContext);
  const viewer = caller === undefined ? await findRequestViewer(context) : caller;
  const who = viewer ? `account ${viewer.id}` : `address ${addressKey(context.get(clientAddressContext))}`;
  return limits.hash(`voucher ${who}`);
}

export function tellLockout(context: Context, until: Date): void {
  const seconds = Math.ceil((until.getTime() - context.get(servicesContext).clock().getTime()) / 1000);
  context.set(retryAfterContext, Math.max(1, seconds));
}

/** How a voucher is judged: by features and mode. */
export function redeemingOf(context: Context) {
  const needs_fresh_rate = context.get(servicesContext).config.mode === "live";
  return { needs_fresh_rate, direct_redeems: featuresOf(context).vouchers };
}
