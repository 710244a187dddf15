import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { PRIVACY_GROUP_NAMES } from "../../../domain/retention/privacy-groups.ts";
import { getI18n } from "../../../http/i18n.server.ts";

/** Recipients and periods come from the code. */
export function privacyFacts(context: Readonly<RouterContextProvider>) {
  const { config } = context.get(servicesContext);
  const hasSandbox = config.providers.some(({ name }) => name === "sandbox");
  return {
    recipients: recipientsOf(context),
    groups: PRIVACY_GROUP_NAMES.filter((group) => group !== "sandbox" || hasSandbox),
  };
}

function recipientsOf(context: Readonly<RouterContextProvider>): { who: string; purpose: string }[] {
  const { config } = context.get(servicesContext);
  const { t } = getI18n(context);
  const here = t("legal:recipients.here");
  const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).host);
  const mail = hostOf(config.SMTP_URL);
  const storage = hostOf(config.S3_ENDPOINT);
  return [
    ...config.OPERATOR_PROCESSORS,
    ...config.providers.map(({ name, company }) => ({
      who: name === "sandbox" ? here : company,
      purpose: t(name === "sandbox" ? "legal:recipients.providerOurs" : "legal:recipients.provider"),
    })),
    ...config.networks.map(({ company }) => ({ who: company, purpose: t("legal:recipients.network") })),
    ...(config.vies === null
      ? []
      : [{ who: t("legal:recipients.vies"), purpose: t("legal:recipients.viesPurpose") }]),
    { who: t("legal:recipients.bank"), purpose: t("legal:recipients.bankPurpose") },
    mail === null
      ? { who: here, purpose: t("legal:recipients.mailHere") }
      : { who: mail, purpose: t("legal:recipients.mail") },
    storage === null
      ? { who: here, purpose: t("legal:recipients.storageHere") }
      : { who: storage, purpose: t("legal:recipients.storage") },
  ];
}
