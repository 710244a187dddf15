import { servicesContext } from "../../../context.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/imprint";
import { LegalPage, ProviderFacts } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";
import { ownText } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";

export const handle = { isForEverybody: true };

/** § 5 DDG, and the contacts of the Digital Services Act. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const own = await ownText(request, context, "imprint");
  const isDemo = context.get(servicesContext).config.mode === "demo";
  return own ?? legalData(context, "imprint", { isDemo });
}

export default function Imprint({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  if ("own" in loaderData) return <OwnTextPage {...loaderData} />;
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
