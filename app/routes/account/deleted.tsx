import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatMoment, formatMonth } from "../../domain/money/formats.ts";
import { findDeletedStatements } from "../../domain/payouts/statements/month-statements.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import { MainLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/deleted";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, tokens, clock } = context.get(servicesContext);
  const userId = params.token === undefined ? null : tokens.verify("left-statements", params.token);
  const kept = userId && (await findDeletedStatements(db, userId, clock()));
  if (params.token !== undefined && !kept) throw data(null, { status: 404 });
  return {
    title: getI18n(context).t("account:deletion.doneTitle"),
    path: `/account/deleted/${params.token}`,
    until: kept ? formatMoment(kept.until, getLocale(context)) : "",
    statements: kept ? kept.statements : [],
  };
}

export default function Deleted({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { t: payouts, locale } = useTexts("payouts");
  const { t: common } = useTexts();
  const { path, statements, until } = loaderData;
  return (
    <div className="plain-page">
      <Title order={1}>{t("deletion.doneTitle")}</Title>
      <p>{t("deletion.done")}</p>
      {statements.length === 0 ? null : (
        <>
          <p>{t("deletion.statements", { count: productRules.statements.link_days, until })}</p>
          <ul className="points">
            {statements.map(({ month, currency }) => (
              <li key={`${month} ${currency}`}>
                <a href={`${path}/${month}/${currency}`}>
                  {payouts("months.pdf", { month: formatMonth(month, locale), currency })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="actions">
        <MainLink href="/">{common("error.home")}</MainLink>
      </div>
    </div>
  );
}
