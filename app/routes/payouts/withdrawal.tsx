import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatAmount, toDecimal } from "../../domain/money/minor.ts";
import { withdrawalForm } from "../../domain/payouts/payout.schema.ts";
import { getMoney, quoteWithdrawal, requestWithdrawal } from "../../domain/payouts/payouts.server.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { MainButton, SecondLink } from "../../ui/form/main-button.tsx";
import { AccountPage } from "../../ui/page/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/withdrawal";

/** What a withdrawal costs, before it is asked for: the amount of the form before it, the fee, and where it goes. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const wish = withdrawalForm(locale).safeParse(Object.fromEntries(url.searchParams));
  const title = t("payouts:withdrawal.title");
  if (!wish.success) {
    const known = wish.error.issues.some((issue) => issue.path[0] === "amount");
    if (!known) throw redirect("/payout", 303);
    return { title, problem: t("errors:payout.minimum"), confirm: null };
  }
  const { currency, amount_minor } = wish.data;
  const money = (await getMoney(db, viewer.id, viewer.currency)).find((each) => each.currency === currency);
  const available_minor = money?.balances.creator_available;
  if (available_minor === undefined) throw redirect("/payout", 303);
  const outcome = await quoteWithdrawal(db, { user_id: viewer.id, currency, amount_minor, available_minor });
  if (outcome.outcome === "refused")
    return { title, problem: t(`errors:payout.${outcome.reason}`), confirm: null };
  const { quote } = outcome;
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const confirm = {
    currency,
    amount: toDecimal(quote.amount_minor, currency, locale === "de" ? "," : "."),
    gross: show(quote.amount_minor),
    fee: show(quote.fee_minor),
    net: show(quote.net_minor),
    hint: quote.hint,
  };
  return { title, problem: null, confirm };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), withdrawalForm(getLocale(context)));
  if (!form.ok) return form.reply;
  const outcome = await requestWithdrawal(context.get(servicesContext), {
    user_id: viewer.id,
    ...form.value,
  });
  if (outcome.outcome === "requested") return redirect("/payout?requested", 303);
  return form.refuse({ "": "errors.payout.request", amount: `errors.payout.${outcome.reason}` });
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("payouts");
  const { problem, confirm } = loaderData;
  const problems = actionData?.error ?? (problem === null ? {} : { "": [problem] });
  return (
    <AccountPage title={t("withdrawal.title")}>
      <section className="card">
        <ErrorSummary formId="withdrawal" errors={notNull(problems)} />
        {confirm ? (
          <>
            <table className="price">
              <tbody>
                <tr>
                  <th scope="row">{t("withdrawal.gross")}</th>
                  <td className="money">{confirm.gross}</td>
                </tr>
                <tr>
                  <th scope="row">{t("withdrawal.fee")}</th>
                  <td className="money">{confirm.fee}</td>
                </tr>
                <tr className="sum">
                  <th scope="row">{t("withdrawal.net", { hint: confirm.hint })}</th>
                  <td className="money">{confirm.net}</td>
                </tr>
              </tbody>
            </table>
            <form method="post" action="/payout/withdrawal" className="fields">
              <input type="hidden" name="currency" value={confirm.currency} />
              <input type="hidden" name="amount" value={confirm.amount} />
              <MainButton>{t("withdrawal.go", { net: confirm.net })}</MainButton>
            </form>
          </>
        ) : null}
        <div className="actions">
          <SecondLink href="/payout">{t("withdrawal.back")}</SecondLink>
        </div>
      </section>
    </AccountPage>
  );
}

function notNull(errors: Record<string, string[] | null>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, texts]) => (texts ? [[field, texts]] : [])),
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
