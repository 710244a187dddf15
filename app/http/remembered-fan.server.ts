import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { PAYMENT_TYPES } from "../domain/payments/provider-port.ts";
import { OWN_COOKIE_SECONDS } from "./cookies.server.ts";
import { ownCookie } from "./own-cookie.server.ts";

type Context = Readonly<RouterContextProvider>;

const rememberedFan = z.object({
  type: z.enum(PAYMENT_TYPES),
  country: z.string(),
  /** Null: the creator's page's. */
  pay_currency: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** A browser may keep a cookie too long. */
  until: z.number(),
});
export type RememberedFan = Omit<z.output<typeof rememberedFan>, "until">;

/** Binds the ciphertext to this cookie. */
const HOLDER = "fan";

/** On uncached steps. Null without the cookie, or after a key change. */
export async function findRememberedFan(request: Request, context: Context): Promise<RememberedFan | null> {
  const value = await ownCookie(context, "fan").parse(request.headers.get("Cookie"));
  if (value === null) return null;
  try {
    const { encryption, clock } = context.get(servicesContext);
    const bytes = encryption.decrypt("remembered-fan", HOLDER, Buffer.from(value, "base64url"));
    const { until, ...fan } = rememberedFan.parse(JSON.parse(bytes.toString()));
    return until > clock().getTime() ? fan : null;
  } catch {
    return null;
  }
}

export async function rememberFan(context: Context, fan: RememberedFan): Promise<string> {
  const { encryption, clock } = context.get(servicesContext);
  const until = clock().getTime() + OWN_COOKIE_SECONDS.fan * 1000;
  const bytes = encryption.encrypt("remembered-fan", HOLDER, Buffer.from(JSON.stringify({ ...fan, until })));
  return await ownCookie(context, "fan").serialize(bytes.toString("base64url"));
}

export async function forgetFan(context: Context): Promise<string> {
  return await ownCookie(context, "fan").serialize("");
}
