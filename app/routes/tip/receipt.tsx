import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { countryName, formatDay, formatReceiptNumber } from "../../domain/money/formats.ts";
import { toDecimal } from "../../domain/money/minor.ts";
import { putOnPage, takeOffPage } from "../../domain/tips/named-fans.server.ts";
import { voucherEnd } from "../../domain/tips/receipt.server.ts";
import { findAnyReceipt } from "../../domain/vouchers/voucher-drafts.server.ts";
import { readCheckableUploadForm, refuseCheck } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isPayingBrowser } from "../../http/paying-browser.server.ts";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { OwnWords } from "../../ui/components/own-words.tsx";
import { PriceTable, shownPrice } from "../../ui/components/price-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/receipt";
import { shownLaterWords, takeReceiptWords } from "./later-words.server.ts";
import { LaterWords } from "./later-words.tsx";
import { ReceiptOnPage, ReceiptRefunds, ReceiptReturns, RefundRequests } from "./receipt-parts.tsx";
import { shownReceiver } from "./shown-receiver.server.ts";
import { shownRefunds, shownRequests, shownReturns, takeRequest } from "./shown-refunds.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const receipt = await findAnyReceipt(db, requirePayment(context, params.token), clock());
  if (!receipt) throw data(null, { status: 404 });
  const locale = getLocale(context);
  const { payment, item_name, payer } = receipt;
  const receiver = receipt.receiver && shownReceiver(context, { ...receipt.receiver, avatar_id: null });
  const done =
    (await takeDone(request, context, ["taken_off", "put_on", "not_put_on", "words", "asked"]))?.act ?? null;
  return {
    receipt: {
      about: [item_name, receipt.is_monthly ? getI18n(context).t("result:receipt.eachMonth") : null],
      receiver,
      payer: payer && { name: payer.name, masked_email: payer.masked_email },
    },
    /** The link alone shows no words. */
    words:
      done === "words" && (await isPayingBrowser(request, context, payment)) ? (payer?.words ?? null) : null,
    laterWords: receiver && shownLaterWords(context, receipt.open_words, receiver),
    issuer: receipt.issuer,
    number: formatReceiptNumber(payment.receipt_number),
    price: shownPrice(payment),
    status: payment.status,
    type: payment.type,
    country: countryName(payment.country, locale),
    date: formatDay(receipt.settled_at, locale),
    pdf: `/receipt/${params.token}/pdf`,
    visibility: receipt.visibility,
    voucher_end: receiver === null ? voucherEnd(receipt) : null,
    ...(await shownRequests(context, receipt)),
    again: receiver?.hasPage ? `${receiver.path}/${toDecimal(payment.amount_minor, payment.currency)}` : null,
    returns: shownReturns(context, params.token, receipt),
    ...shownRefunds(context, params.token, receipt),
    done,
    title: getI18n(context).t("result:receipt.title"),
  };
}

/** Words, or showing and hiding on the creator's page, idempotently. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const payment_id = requirePayment(context, params.token);
  const form = await readCheckableUploadForm(request, "image");
  const here = `/receipt/${params.token}`;
  if (form.fields.get("intent") === "refund")
    return await takeRequest(request, context, { form, payment_id, here });
  if (!form.fields.has("visibility"))
    return await takeReceiptWords(request, context, { form, payment_id, here });
  refuseCheck(request);
  const { db, clock } = context.get(servicesContext);
  const isPublic = form.fields.get("visibility") === "public";
  if (!isPublic) await takeOffPage(db, { by: "FAN", payment_id }, clock());
  const isShown = isPublic && (await putOnPage(db, { payment_id }, clock())) === "shown";
  const done = isShown ? "put_on" : isPublic ? "not_put_on" : "taken_off";
  return redirect(here, { status: 303, headers: await doneHeaders(context, done) });
}

function requirePayment(context: Readonly<RouterContextProvider>, token: string): string {
  const paymentId = context.get(servicesContext).tokens.verify("receipt", token);
  if (!paymentId) throw data(null, { status: 404 });
  return paymentId;
}

const DONE_TEXTS = {
  taken_off: "receipt.takenOff",
  put_on: "receipt.putOn",
  not_put_on: "receipt.notPutOn",
  words: "words.added",
  asked: "refundRequest.asked",
} as const;

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const { t: vouchers } = useTexts("vouchers");
  const { price, status, type, voucher_end } = loaderData;
  const { about, receiver, payer } = loaderData.receipt;
  const isRequest = actionData?.initialValue?.intent === "refund";
  const ended = status === "REFUNDED" ? "refunded" : status === "CHARGEBACK" ? "chargeback" : null;
  const rows = [
    [t("receipt.date"), loaderData.date],
    [
      t("receipt.to"),
      receiver
        ? [`${receiver.name}${receiver.handle ? ` (${receiver.handle})` : ""}`, ...about]
            .filter((part) => part !== null)
            .join(", ")
        : vouchers("receipt.what"),
    ],
    ...(payer ? [[t("receipt.from"), payer.name ?? tip("summary.anonymous")]] : []),
    ...(payer?.masked_email ? [[t("receipt.email"), payer.masked_email]] : []),
    [t("receipt.country"), loaderData.country],
    [t("receipt.number"), loaderData.number],
  ];
  return (
    <section className="card steps paper">
      <Title order={1} className="step-title">
        {t("receipt.heading")}
      </Title>
      {ended ? <p className="note">{t(`ended.${ended}Heading`)}</p> : null}
      <ReceiptReturns returns={loaderData.returns} />
      {loaderData.done && receiver ? (
        <p className="note" role="status">
          {t(DONE_TEXTS[loaderData.done], { name: receiver.name })}
        </p>
      ) : null}
      {loaderData.words ? (
        <OwnWords
          message={loaderData.words.message}
          senderName={loaderData.words.sender_name}
          itemName={null}
        />
      ) : null}
      <dl className="pairs">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PriceTable price={price} name={receiver?.name ?? null} method={tip(`payment.types.${type}.name`)} />
      {receiver ? (
        <LaterWords
          words={loaderData.laterWords}
          receiver={receiver}
          pictureHref={null}
          lastResult={isRequest ? undefined : actionData}
        />
      ) : null}
      <ReceiptRefunds refunds={loaderData.refunds} left={loaderData.left} />
      {receiver ? (
        <RefundRequests
          requests={loaderData.requests}
          canAsk={loaderData.canAsk}
          lastResult={isRequest ? actionData : undefined}
        />
      ) : null}
      <p className="help">
        {receiver
          ? t(receiver.isGroup ? "receipt.sellers" : "receipt.seller", { name: receiver.name })
          : vouchers(voucher_end ? `receipt.ended.${voucher_end}` : "receipt.seller")}
      </p>
      <p className="help">{t("receipt.issuer", { issuer: loaderData.issuer.join(", ") })}</p>
      {loaderData.visibility && receiver ? (
        <ReceiptOnPage visibility={loaderData.visibility} name={receiver.name} />
      ) : null}
      <div className="actions">
        <SecondLink href={loaderData.pdf}>{t("receipt.pdf")}</SecondLink>
        {loaderData.again ? (
          <a className="center" href={loaderData.again}>
            {t("success.again")}
          </a>
        ) : receiver ? null : (
          <a className="center" href="/voucher/withdrawal">
            {t("receipt.withdrawal")}
          </a>
        )}
      </div>
    </section>
  );
}
