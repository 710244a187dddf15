import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/accessibility";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

const SECTIONS = ["state", "gaps", "feedback"] as const;

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context, "accessibility", {});
}

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, ...page } = loaderData;
  const sections = SECTIONS.map((id) => ({
    id,
    title: t(`accessibility.${id}.title`),
    text: t(`accessibility.${id}.text`, values),
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
