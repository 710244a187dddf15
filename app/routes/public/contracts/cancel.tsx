import { productRules } from "../../../product-rules.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/cancel";
import { DeclarationPage } from "./declaration-page.tsx";
import { declarationPage, takeDeclaration } from "./declare.server.ts";

export const handle = { isForEverybody: true };

/** Without a login (§ 312k BGB). */
export function loader({ url, context }: Route.LoaderArgs) {
  return declarationPage(context, url, productRules.series.declared_days, "cancel");
}

export async function action(args: Route.ActionArgs) {
  return await takeDeclaration(args, "CANCEL");
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  return (
    <DeclarationPage
      title={loaderData.title}
      intro={t("cancel.intro", { days: loaderData.days })}
      button={t("cancel.go")}
      asksDay
      received={loaderData.received}
      answer={actionData}
    >
      <a href="/withdraw">{t("cancel.other")}</a> <a href="/monthly">{t("links.other")}</a>
    </DeclarationPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
