import { LEGAL_SECTIONS } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";
import { ownText } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";

export const handle = { isForEverybody: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  return (await ownText(request, context, "terms")) ?? legalData(context, "terms", {});
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  if ("own" in loaderData) return <OwnTextPage {...loaderData} />;
  const { values, ...page } = loaderData;
  const sections = LEGAL_SECTIONS.terms.map((id) => ({
    id,
    title: t(`terms.${id}.title`),
    text: t(`terms.${id}.text`, values),
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
