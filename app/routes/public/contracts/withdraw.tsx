import { productRules } from "../../../product-rules.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/withdraw";
import { DeclarationPage } from "./declaration-page.tsx";
import { declarationPage, takeDeclaration } from "./declare.server.ts";

export const handle = { isForEverybody: true };

/** Without a login (§ 356a BGB). */
export function loader({ url, context }: Route.LoaderArgs) {
  return declarationPage(context, url, productRules.voucher.withdrawal_days, "withdraw");
}

export async function action(args: Route.ActionArgs) {
  return await takeDeclaration(args, "WITHDRAW");
}

export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  return (
    <DeclarationPage
      title={loaderData.title}
      intro={t("withdraw.intro", { days: loaderData.days })}
      button={t("withdraw.go")}
      received={loaderData.received}
      answer={actionData}
    >
      <a href="/voucher/withdrawal">{t("withdraw.other")}</a> <a href="/monthly">{t("links.other")}</a>
    </DeclarationPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
