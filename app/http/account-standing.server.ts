import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import { findEmailUndoEnd } from "../domain/auth/deletion.server.ts";
import { formatDay, formatMomentInBerlin } from "../domain/money/formats.ts";
import { findVatIdStanding, type VatIdStanding } from "../domain/tax/vies.server.ts";
import { getI18n, getLocale } from "./i18n.server.ts";

export async function payoutsWaitUntil(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<string> {
  const { db, clock } = context.get(servicesContext);
  const until = await findEmailUndoEnd(db, userId, clock());
  return until === null ? "" : formatMomentInBerlin(until, getLocale(context));
}

export async function vatIdStanding(
  context: Readonly<RouterContextProvider>,
  user: { id: string; eu_ust_id: string | null },
): Promise<{ kind: VatIdStanding["kind"]; text: string } | null> {
  const { db, config } = context.get(servicesContext);
  const standing = await findVatIdStanding(db, user, config.vies !== null);
  return standing && { kind: standing.kind, text: textOf(context, standing) };
}

function textOf(context: Readonly<RouterContextProvider>, standing: VatIdStanding): string {
  const { t } = getI18n(context);
  if (standing.kind === "UNCHECKED") return t("account:vatIdCheck.unchecked");
  if (standing.kind === "OFF") return t("account:vatIdCheck.off");
  if (standing.kind === "ELSEWHERE") return t("account:vatIdCheck.elsewhere");
  const { name, checked_at } = standing;
  const day = formatDay(checked_at, getLocale(context));
  if (standing.kind === "INVALID") return t("account:vatIdCheck.invalid", { day });
  return name === null
    ? t("account:vatIdCheck.valid", { day })
    : t("account:vatIdCheck.validAs", { day, name });
}
