import { data, href, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { findSeries } from "../../domain/series/series-record.server.ts";
import type { PaymentResult } from "../../domain/tips/receipt.server.ts";
import { findAnyResult } from "../../domain/vouchers/voucher-drafts.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { formatsOf, getI18n, getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { isPayingBrowser } from "../../http/paying-browser.server.ts";
import { ClockGlyph } from "../../ui/components/icons.tsx";
import { MainLink } from "../../ui/components/main-button.tsx";
import { shownPrice } from "../../ui/components/price-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { unbroken } from "../../ui/components/unbroken.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/success";
import { shownLaterWords, takeLaterWords } from "./later-words.server.ts";
import { lookUpResult } from "./looked-up-result.server.ts";
import { type ShownReceiver, shownReceiver } from "./shown-receiver.server.ts";
import { EndedPayment, Thanks, Waiting } from "./success-parts.tsx";
import { showVoucherResult } from "./voucher-result.server.ts";
import { VoucherResultPage } from "./voucher-result-page.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** A code is money: not cached, so logout and "back" hide it. */
const OF_CODES = { "Cache-Control": "private, no-store" };

/** The redirect proves nothing: the provider is queried, or the page waits for its event. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { t } = getI18n(context);
  const isLate = url.searchParams.has("late");
  if (params.payment === undefined)
    return { title: t("result:none.title"), result: null, voucher: null, isLate: false };
  const isPayersOwn = (payment: PaymentResult["payment"]) => isPayingBrowser(request, context, payment);
  const { result } = isId(params.payment)
    ? await lookUpResult(request, context, params.payment)
    : { result: null };
  if (!result) throw data(null, { status: 404 });
  if ("voucher" in result) {
    const page = { ...(await showVoucherResult(request, context, result)), result: null, isLate };
    return data(page, { headers: page.voucher.own?.card ? OF_CODES : {} });
  }
  const { payment, tip } = result;
  const receiver = shownReceiver(context, result.receiver);
  if (payment.status === "FAILED") throw redirect(`${href("/payment/failed")}?payment=${payment.id}`, 303);
  const isWaiting = ["CREATED", "REDIRECTED", "PROCESSING"].includes(payment.status);
  const title = isWaiting ? t("result:waiting.title") : t("result:success.title");
  return {
    voucher: null,
    isLate,
    result: {
      payment: { id: payment.id, status: payment.status, type: payment.type },
      tip: { status: tip.status, has_message: tip.has_message },
      receiver,
    },
    isWaiting,
    isSaving: isSavingData(request.headers),
    amount: formatAmount(payment.amount_minor, payment.currency, getLocale(context)),
    own: (await isPayersOwn(payment))
      ? {
          price: shownPrice(payment),
          type: payment.type,
          words: result.words,
          laterWords: shownLaterWords(context, result.open_words, receiver),
          hasAdded: (await takeDone(request, context, ["words"])) !== null,
          maskedEmail: tip.masked_email,
          monthly: tip.series_id === null ? null : await nextMonth(context, tip.series_id),
          receiptUrl: href("/receipt/:token", { token: services.tokens.sign("receipt", payment.id) }),
        }
      : null,
    title,
  };
}

async function nextMonth(context: Readonly<RouterContextProvider>, seriesId: string) {
  const { db, tokens } = context.get(servicesContext);
  const { money, day } = formatsOf(context);
  const series = await findSeries(db, seriesId);
  const on = series?.next_charge_on;
  return {
    url: `/monthly/${tokens.sign("series", seriesId)}`,
    next: series && on ? { total: money(series.total_minor, series.currency), day: day(on) } : null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const isPayersOwn = (payment: PaymentResult["payment"]) => isPayingBrowser(request, context, payment);
  const id = params.payment;
  const result = isId(id) ? await findAnyResult(services, id) : null;
  if (!result || "voucher" in result || !(await isPayersOwn(result.payment)))
    throw data(null, { status: 404 });
  return await takeLaterWords(request, context, {
    payment_id: result.payment.id,
    words: result.open_words,
    receiver: shownReceiver(context, result.receiver),
    here: href("/payment/success/:payment?", { payment: result.payment.id }),
  });
}

export default function Success({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  return (
    <>
      {loaderData.isLate ? (
        <p className="note steps" role="status">
          {t("late")}
        </p>
      ) : null}
      <Result loaderData={loaderData} actionData={actionData} />
    </>
  );
}

function Result({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const { result, voucher } = loaderData;
  if (voucher) return <VoucherResultPage voucher={voucher} />;
  if (!result) return <NoPayment />;
  if (loaderData.isWaiting) return <WaitingForTip {...loaderData} result={result} />;
  if (result.payment.status !== "SUCCESS") return <Ended result={result} />;
  return <Thanks {...result} amount={loaderData.amount} own={loaderData.own} lastResult={actionData} />;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

function NoPayment() {
  const { t } = useTexts("result");
  const { t: common } = useTexts();
  return (
    <section className="card steps result">
      <span className="badge">
        <ClockGlyph size={30} />
      </span>
      <Title order={1}>{t("none.heading")}</Title>
      <p>{t("none.text")}</p>
      <div className="actions">
        <MainLink href="/">{common("error.home")}</MainLink>
      </div>
    </section>
  );
}

interface ShownResult {
  receiver: ShownReceiver;
  payment: Pick<PaymentResult["payment"], "id" | "status" | "type">;
  tip: Pick<PaymentResult["tip"], "status" | "has_message">;
}

function WaitingForTip({
  result,
  isSaving,
  own,
}: {
  result: ShownResult;
  isSaving: boolean;
  /** Null for other browsers than the payer's. */
  own: { maskedEmail: string | null; monthly: { url: string } | null } | null;
}) {
  const { t } = useTexts("result");
  const { payment, receiver } = result;
  const { name } = receiver;
  const mail =
    own === null
      ? t("waiting.mailOther")
      : own.maskedEmail
        ? t("waiting.mail", { email: unbroken(own.maskedEmail) })
        : t("waiting.mailNone");
  const underWay = { debit: t("waiting.debitText", { name }), transfer: t("waiting.transferText", { name }) };
  return (
    <Waiting
      payment={payment}
      isSaving={isSaving}
      underWay={underWay}
      mail={mail}
      monthlyUrl={own?.monthly?.url ?? null}
    />
  );
}

function Ended({ result }: { result: ShownResult }) {
  const { t } = useTexts("result");
  const { payment, receiver } = result;
  const { name, path, hasPage } = receiver;
  const back = hasPage ? { href: path, text: t("failed.profile", { name }) } : null;
  return <EndedPayment isRefunded={payment.status === "REFUNDED"} back={back} />;
}
