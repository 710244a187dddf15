import type { ReactElement } from "react";
import { LEGAL_SECTIONS } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/privacy";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";
import { ownText } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";
import { privacyFacts } from "./privacy-facts.server.ts";
import { privacyTables } from "./privacy-tables.tsx";

export const handle = { isForEverybody: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const own = await ownText(request, context, "privacy");
  return own ?? legalData(context, "privacy", privacyFacts(context));
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  if ("own" in loaderData) return <OwnTextPage {...loaderData} />;
  const { values, recipients, groups, ...page } = loaderData;
  const tables: Readonly<Record<string, ReactElement>> = privacyTables({ recipients, groups });
  const sections = LEGAL_SECTIONS.privacy.map((id) => ({
    id,
    title: t(`privacy.${id}.title`),
    text: t(`privacy.${id}.text`, values),
    more: tables[id],
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
