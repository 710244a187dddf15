import type { RouterContextProvider } from "react-router";
import { dueBy, stateOf } from "../../domain/connected-accounts/account-state.ts";
import { findConnectedAccount } from "../../domain/connected-accounts/connected-accounts.server.ts";
import { countryName } from "../../domain/money/formats.ts";
import { may } from "../../domain/operator-rights.server.ts";
import { type CreatorNames, matchOwner } from "../../domain/users/owner-name.ts";
import { dueWords } from "../../http/connected-account-words.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { deskOf } from "./desk.server.ts";

/** Only readers of payout data or documents see a differing name; it stops nothing. */
export async function connectedFacts(
  context: Readonly<RouterContextProvider>,
  user: CreatorNames & { id: string },
  role: string,
): Promise<{ title: string; facts: (readonly [string, string | null])[] } | null> {
  const { db, locale, t, day, moment } = deskOf(context);
  const account = await findConnectedAccount(db, user.id);
  const state = stateOf(account);
  if (!account || state === "NOT_CONNECTED") return null;
  const { legal_name, provider, account_ref, country, currency, due, disabled_reason, read_at } = account;
  const by = dueBy(due);
  const isSame = legal_name !== null && matchOwner(legal_name, user).match === "same";
  const judged = t(isSame ? "connected:admin.same" : "connected:admin.differs");
  const maySeeName = may(role, "money") || may(role, "content");
  const name = legal_name === null ? null : `${legal_name} (${judged})`;
  return {
    title: t("connected:admin.title"),
    facts: [
      [t("connected:admin.state"), t(`connected:admin.states.${state}`)],
      [t("connected:admin.account"), `${provider}, ${account_ref}`],
      [t("connected:country"), `${countryName(country, locale)}, ${currency}`],
      [t("connected:admin.due"), dueWords(getI18n(context), due).join(", ") || null],
      [t("connected:admin.by"), by === null ? null : day(new Date(by))],
      [t("connected:admin.reason"), disabled_reason],
      ...(maySeeName ? [[t("connected:admin.name"), name] as const] : []),
      [t("connected:admin.read"), moment(read_at)],
    ],
  };
}
