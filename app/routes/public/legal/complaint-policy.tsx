import { LEGAL_SECTIONS } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/complaint-policy";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";
import { ownText } from "./own-text.server.ts";
import { OwnTextPage } from "./own-text.tsx";

export const handle = { isForEverybody: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  return (await ownText(request, context, "complaint-policy")) ?? legalData(context, "complaints", {});
}

export default function ComplaintPolicy({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  if ("own" in loaderData) return <OwnTextPage {...loaderData} />;
  const { values, ...page } = loaderData;
  const sections = LEGAL_SECTIONS.complaints.map((id) => ({
    id,
    title: t(`complaints.${id}.title`),
    text: t(`complaints.${id}.text`, values),
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
