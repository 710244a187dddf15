import type { i18n } from "i18next";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../context.ts";
import type { DueItem } from "../domain/connected-accounts/account-state.ts";
import { findMoneyModel } from "../domain/users/money-model.server.ts";
import { getI18n } from "./i18n.server.ts";

/** By Stripe's names, without the person's. */
const WORDS = [
  [/^(external_account|bank_account)/, "bank"],
  [/^tos_acceptance\./, "terms"],
  [/^business_type$/, "type"],
  [/^business_profile\.url/, "website"],
  [/^business_profile\.(mcc|industry)/, "trade"],
  [/^business_profile\.product_description/, "product"],
  [/^business_profile\.support/, "support"],
  [/^settings\.payments\.statement_descriptor/, "descriptor"],
  [/^company\.name/, "company_name"],
  [/^company\.address/, "company_address"],
  [/^company\.phone/, "company_phone"],
  [/^company\.(tax_id|vat_id)/, "company_tax"],
  [/^company\.(registration|structure)/, "company_register"],
  [/^(company\.verification|documents\.company)/, "company_document"],
  [/^company\.\w+_provided|^(owners|directors|executives|representative)$/, "people"],
  [/^relationship\./, "role"],
  [/^(first|last|full)_name/, "name"],
  [/^dob\./, "birth"],
  [/^(registered_)?address/, "address"],
  [/^email/, "email"],
  [/^phone/, "phone"],
  [/^(id_number|ssn_last_4)/, "id_number"],
  [/^verification\.additional_document/, "address_document"],
  [/^verification\.proof_of_liveness/, "selfie"],
  [/^verification\.document/, "id_document"],
  [/^nationality/, "nationality"],
  [/^political_exposure/, "exposure"],
  [/^documents\./, "document"],
] as const satisfies readonly (readonly [RegExp, string])[];

const OF_PERSON = /^(individual|representative|owners|directors|executives|person_\w+)\./;

/** Each once; an unknown one by the provider's name. */
export function dueWords({ t }: i18n, due: readonly DueItem[]): string[] {
  const words = due.map(({ name }) => {
    const known = WORDS.find(([pattern]) => pattern.test(name.replace(OF_PERSON, "")));
    return known ? t(`connected:due.${known[1]}`) : name;
  });
  return [...new Set(words)];
}

type Context = Readonly<RouterContextProvider>;

export function toAccount(context: Context) {
  return { href: "/account/payoutdata", text: getI18n(context).t("payouts:settings.data") };
}

export async function shownLack(context: Context, userId: string) {
  const { money_model, is_ready } = await findMoneyModel(context.get(servicesContext).db, userId);
  if (money_model !== "DIRECT" || is_ready) return null;
  return { ...toAccount(context), words: getI18n(context).t("direct:unready") };
}
