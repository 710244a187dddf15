import { data } from "react-router";
import { cacheTags } from "../../../http/cache-tags.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/cancel";
import { DeclarationPage } from "./declaration-page.tsx";
import { takeDeclaration } from "./declare.server.ts";

export const handle = { isForEverybody: true };

/** Without a login (§ 312k BGB). */
export function loader({ context }: Route.LoaderArgs) {
  const days = productRules.series.declared_days;
  return data({ days, title: getI18n(context).t("contracts:cancel.title") }, { headers: cacheTags() });
}

export async function action({ request, context }: Route.ActionArgs) {
  return await takeDeclaration(request, context, "CANCEL");
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  return (
    <DeclarationPage
      title={loaderData.title}
      intro={t("cancel.intro", { days: loaderData.days })}
      button={t("cancel.go")}
      answer={actionData}
    >
      <a href="/withdraw">{t("cancel.other")}</a> <a href="/monthly">{t("links.other")}</a>
    </DeclarationPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
