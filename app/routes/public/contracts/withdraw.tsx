import { data } from "react-router";
import { cacheTags } from "../../../http/cache-tags.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/withdraw";
import { DeclarationPage } from "./declaration-page.tsx";
import { takeDeclaration } from "./declare.server.ts";

export const handle = { isForEverybody: true };

/** Without a login (§ 356a BGB). */
export function loader({ context }: Route.LoaderArgs) {
  const days = productRules.voucher.withdrawal_days;
  return data({ days, title: getI18n(context).t("contracts:withdraw.title") }, { headers: cacheTags() });
}

export async function action({ request, context }: Route.ActionArgs) {
  return await takeDeclaration(request, context, "WITHDRAW");
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  return (
    <DeclarationPage
      title={loaderData.title}
      intro={t("withdraw.intro", { days: loaderData.days })}
      button={t("withdraw.go")}
      answer={actionData}
    >
      <a href="/voucher/withdrawal">{t("withdraw.other")}</a> <a href="/monthly">{t("links.other")}</a>
    </DeclarationPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
