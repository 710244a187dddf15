import { servicesContext } from "../../../context.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/imprint";
import { LegalPage, ProviderFacts } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

/** § 5 DDG, and the contacts of the Digital Services Act. */
export function loader({ context }: Route.LoaderArgs) {
  const isDemo = context.get(servicesContext).config.mode === "demo";
  return legalData(context, "imprint", { isDemo });
}

export default function Imprint({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, isDemo, ...page } = loaderData;
  const contacts = {
    id: "contacts",
    title: t("imprint.contacts.title"),
    text: t("imprint.contacts.text", values),
  };
  return (
    <LegalPage {...page} sections={[contacts]}>
      {isDemo ? <p className="note">{t("imprint.demo")}</p> : null}
      <ProviderFacts
        values={values}
        more={[
          [t("imprint.register"), values.register],
          [t("imprint.vatId"), values.vatId],
          [t("imprint.responsible"), values.responsible],
          [t("imprint.dataProtection"), values.dataProtection],
          [t("imprint.authority"), values.supervision],
        ]}
      />
    </LegalPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
