import type { ReactElement } from "react";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { PRIVACY_GROUP_NAMES, type PrivacyGroup } from "../../../domain/retention/privacy-groups.ts";
import { COOKIE_NAMES } from "../../../http/cookie-names.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/privacy";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

const SECTIONS = [
  ...(["controller", "visit", "tip", "creator", "notices"] as const),
  ...(["recipients", "cookies", "periods", "rights"] as const),
];

/** Cookies, periods and recipients come from the code. */
export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  const hasSandbox = config.providers.some(({ name }) => name === "sandbox");
  return legalData(context, "privacy", {
    recipients: recipientsOf(context),
    groups: PRIVACY_GROUP_NAMES.filter((group) => group !== "sandbox" || hasSandbox),
  });
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

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, recipients, groups, ...page } = loaderData;
  const tables: Partial<Record<(typeof SECTIONS)[number], ReactElement>> = {
    recipients: <Recipients recipients={recipients} />,
    cookies: <Cookies />,
    periods: <Periods groups={groups} />,
  };
  const sections = SECTIONS.map((id) => ({
    id,
    title: t(`privacy.${id}.title`),
    text: t(`privacy.${id}.text`, values),
    more: tables[id],
  }));
  return <LegalPage {...page} sections={sections} />;
}

function Recipients({ recipients }: { recipients: readonly { who: string; purpose: string }[] }) {
  const { t } = useTexts("legal");
  return (
    <DataTable
      caption={t("recipients.caption")}
      columns={[t("recipients.who"), t("recipients.purpose")]}
      empty="–"
      rows={recipients.map(({ who, purpose }) => ({ key: `${who} ${purpose}`, cells: [who, purpose] }))}
    />
  );
}

function Cookies() {
  const { t } = useTexts("legal");
  return (
    <DataTable
      caption={t("cookies.caption")}
      columns={[t("cookies.name"), t("cookies.purpose"), t("cookies.time")]}
      empty="–"
      rows={COOKIE_NAMES.map((name) => ({
        key: name,
        cells: [<code key="name">{name}</code>, t(`cookies.purposes.${name}`), t(`cookies.times.${name}`)],
      }))}
    />
  );
}

function Periods({ groups }: { groups: readonly PrivacyGroup[] }) {
  const { t } = useTexts("legal");
  return (
    <DataTable
      caption={t("periods.caption")}
      columns={[t("periods.what"), t("periods.until"), t("periods.after")]}
      empty="–"
      rows={groups.map((group) => ({
        key: group,
        cells: [t(`periods.${group}.what`), t(`periods.${group}.until`), t(`periods.${group}.after`)],
      }))}
    />
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
