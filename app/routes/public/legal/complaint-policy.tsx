import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/complaint-policy";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

const SECTIONS = ["report", "deciding", "complaining", "outside", "payments"] as const;

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context, "complaints", {});
}

export default function ComplaintPolicy({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, ...page } = loaderData;
  const sections = SECTIONS.map((id) => ({
    id,
    title: t(`complaints.${id}.title`),
    text: t(`complaints.${id}.text`, values),
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
