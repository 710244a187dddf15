import { settingsContext } from "../../../context.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/imprint-elsewhere";
import { LegalPage, ProviderFacts } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

/** Pages on other services link here; the law requires it to name them. */
export function loader({ context }: Route.LoaderArgs) {
  return legalData(context, "imprint2", { pages: context.get(settingsContext).brand.social_links });
}

export default function ImprintElsewhere({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, pages, ...page } = loaderData;
  const social = { id: "social", title: t("imprint.social.title"), text: t("imprint.social.text", values) };
  return (
    <LegalPage {...page} sections={[social]}>
      <h2>{t("imprint.pages")}</h2>
      {pages.length === 0 ? (
        <p>{t("imprint.noPages")}</p>
      ) : (
        <ul>
          {pages.map(({ label, url }) => (
            <li key={url}>
              <a href={url}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      <ProviderFacts values={values} more={[[t("imprint.responsible"), values.responsible]]} />
    </LegalPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
