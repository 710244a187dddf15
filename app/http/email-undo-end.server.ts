import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { findEmailUndoEnd } from "../domain/auth/deletion.server.ts";
import { formatMomentInBerlin } from "../domain/money/formats.ts";
import { getLocale } from "./i18n.server.ts";

/** Until when a change of email blocks payouts and deletion; "" for none. */
export async function payoutsWaitUntil(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<string> {
  const { db, clock } = context.get(servicesContext);
  const until = await findEmailUndoEnd(db, userId, clock());
  return until === null ? "" : formatMomentInBerlin(until, getLocale(context));
}
