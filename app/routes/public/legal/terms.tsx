import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal-page.tsx";
import { legalData } from "./legal-values.server.ts";

export const handle = { isForEverybody: true };

const SECTIONS = [
  "parties",
  "fans",
  "withdrawal",
  "creators",
  "payouts",
  "unwanted",
  "locking",
  "liability",
  "ending",
  "law",
] as const;

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context, "terms", {});
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("legal");
  const { values, ...page } = loaderData;
  const sections = SECTIONS.map((id) => ({
    id,
    title: t(`terms.${id}.title`),
    text: t(`terms.${id}.text`, values),
  }));
  return <LegalPage {...page} sections={sections} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
