import type { RouterContextProvider } from "react-router";
import { clientAddressContext, retryAfterContext, servicesContext } from "../context.ts";
import { addressKey } from "./address-keys.ts";
import { ownCookie } from "./own-cookie.server.ts";
import { findRequestViewer } from "./sessions.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the encrypted code belongs to: none of the vouchers' own rows. */
const OUTSIDE = "held";

/**
 * A code that was found valid, encrypted: for a cookie or a hidden field, so that it stands in no address, log or page, and
 * that nobody tries codes by making one up.
 */
export function encryptCode(context: Context, code: string): string {
  return context.get(servicesContext).voucherCodes.encrypt(OUTSIDE, code).toString("base64url");
}

/** The code again; null for what was not encrypted here. */
export function decryptCode(context: Context, encrypted: string): string | null {
  try {
    return context.get(servicesContext).voucherCodes.decrypt(OUTSIDE, Buffer.from(encrypted, "base64url"));
  } catch {
    return null;
  }
}

/** The Set-Cookie by which this browser keeps a voucher until it is redeemed; null forgets it. */
export async function heldVoucherCookie(context: Context, code: string | null): Promise<string> {
  return await ownCookie(context, "held_voucher").serialize(code === null ? "" : encryptCode(context, code));
}

/** The code of the voucher that this browser keeps, or null. */
export async function readHeldVoucher(request: Request, context: Context): Promise<string | null> {
  const value = await ownCookie(context, "held_voucher").parse(request.headers.get("Cookie"));
  return value === null ? null : decryptCode(context, value);
}

/** Where a page leads whose work is done: to the voucher that this browser keeps, else to the dashboard. */
export async function dashboardOrVoucher(request: Request, context: Context): Promise<string> {
  return (await readHeldVoucher(request, context)) === null ? "/dashboard" : "/voucher/redeem";
}

/** Whose wrong codes are counted together (docs/limits.md): an account's; of visitors an address's. */
export async function codeTrier(context: Context, caller?: { id: string } | null): Promise<Buffer> {
  const { limits } = context.get(servicesContext);
  const viewer = caller === undefined ? await findRequestViewer(context) : caller;
  const who = viewer ? `account ${viewer.id}` : `address ${addressKey(context.get(clientAddressContext))}`;
  return limits.hash(`voucher ${who}`);
}

/** Takes down for the answer until when somebody is locked out: texts and Retry-After name it. */
export function tellLockout(context: Context, until: Date): void {
  const seconds = Math.ceil((until.getTime() - context.get(servicesContext).clock().getTime()) / 1000);
  context.set(retryAfterContext, Math.max(1, seconds));
}
