import type { ReactElement } from "react";
import type { PrivacyTable } from "../../../domain/legal-texts/legal-texts.schema.ts";
import type { PrivacyGroup } from "../../../domain/retention/privacy-groups.ts";
import { COOKIE_NAMES } from "../../../http/cookie-names.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { privacyFacts } from "./privacy-facts.server.ts";

export function privacyTables({
  recipients,
  groups,
}: ReturnType<typeof privacyFacts>): Record<PrivacyTable, ReactElement> {
  return {
    recipients: <Recipients recipients={recipients} />,
    cookies: <Cookies />,
    periods: <Periods groups={groups} />,
  };
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
