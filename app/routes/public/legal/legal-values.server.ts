import { data, type RouterContextProvider } from "react-router";
import { servicesContext, settingsContext } from "../../../context.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { formatsOf } from "../../../http/i18n.server.ts";

/** Update with every change of a legal text. */
const CHANGED = "2026-11-23";

export function operatorOf(context: Readonly<RouterContextProvider>) {
  const { config } = context.get(servicesContext);
  return {
    operator: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS,
    register: config.OPERATOR_REGISTER,
    vatId: config.OPERATOR_VAT_ID,
    responsible: config.OPERATOR_RESPONSIBLE,
    dataProtection: config.OPERATOR_DATA_PROTECTION,
    authority: config.OPERATOR_AUTHORITY,
    supervision: config.OPERATOR_SUPERVISION,
    contact: context.get(settingsContext).brand.support_email,
    removal: config.REMOVAL_EMAIL,
  };
}

export type Operator = ReturnType<typeof operatorOf>;

type LegalName = "terms" | "privacy" | "imprint" | "imprint2" | "complaints" | "accessibility";

/** Cacheable, as settings are constant in a process. */
export function legalData<More extends object>(
  context: Readonly<RouterContextProvider>,
  page: LegalName,
  more: More,
) {
  const { t, day } = formatsOf(context);
  const facts = {
    title: t(`legal:titles.${page}`),
    intro: t(`legal:intros.${page}`),
    changed: day(CHANGED),
    values: operatorOf(context),
  };
  return data({ ...facts, ...more }, { headers: cacheTags() });
}
