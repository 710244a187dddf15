import { Title } from "@mantine/core";
import { data, href, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { findReceipt, type Receipt } from "../../domain/tips/tips.server.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { CheckGlyph, ClockGlyph, HeartGlyph } from "../../ui/display/glyphs.tsx";
import { PriceTable } from "../../ui/display/price-table.tsx";
import { MainLink, SecondLink } from "../../ui/form/main-button.tsx";
import { Renewal } from "../../ui/page/renewal.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/success";

/** After the provider's page. Coming back proves nothing: until the verified notice is there, this page waits. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, tokens } = context.get(servicesContext);
  const receipt = isId(params.payment) ? await findReceipt(db, params.payment) : null;
  if (!receipt) throw data(null, { status: 404 });
  const { payment } = receipt;
  if (payment.status === "FAILED") throw redirect(`${href("/payment/failed")}?payment=${payment.id}`, 303);
  const { t } = getI18n(context);
  const isWaiting = ["CREATED", "REDIRECTED", "PROCESSING"].includes(payment.status);
  const title = isWaiting ? t("result:waiting.title") : t("result:success.title");
  return {
    receipt,
    isWaiting,
    isSaving: isSavingData(request.headers),
    amount: formatAmount(payment.amount_minor, payment.currency, getLocale(context)),
    receiptUrl: href("/receipt/:token", { token: tokens.mint("receipt", payment.id) }),
    title,
  };
}

export default function Success({ loaderData }: Route.ComponentProps) {
  const { receipt } = loaderData;
  if (loaderData.isWaiting) return <Waiting receipt={receipt} isSaving={loaderData.isSaving} />;
  if (receipt.payment.status !== "SUCCESS") return <Ended receipt={receipt} />;
  return <Thanks {...loaderData} />;
}

function Waiting({ receipt, isSaving }: { receipt: Receipt; isSaving: boolean }) {
  const { t } = useTexts("result");
  const isTransfer = receipt.payment.status === "PROCESSING";
  const { name } = receipt.receiver;
  return (
    <section className="card steps result">
      <Renewal payment={receipt.payment} isSaving={isSaving} />
      <span className="badge">
        <ClockGlyph size={30} />
      </span>
      <Title order={1}>{isTransfer ? t("waiting.transferHeading") : t("waiting.heading")}</Title>
      <p role="status">{isTransfer ? t("waiting.transferText", { name }) : t("waiting.text")}</p>
      <div className="actions">
        <SecondLink href={`/payment/success/${receipt.payment.id}`}>{t("waiting.again")}</SecondLink>
      </div>
    </section>
  );
}

function Thanks({ receipt, amount, receiptUrl }: { receipt: Receipt; amount: string; receiptUrl: string }) {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const { payment, tip: words, receiver } = receipt;
  const { name } = receiver;
  return (
    <section className="card steps">
      <div className="result">
        <span className="badge badge-good">
          <HeartGlyph size={32} />
        </span>
        <Title order={1}>{t("success.heading", { name })}</Title>
        <p>{t("success.text", { amount, name })}</p>
      </div>
      <PriceTable price={payment} name={name} method={tip(`payment.types.${payment.type}.name`)} />
      <div className="next">
        <h2>{t("success.next")}</h2>
        <ul>
          {words.status === "PENDING" ? <li>{t("success.nextReview", { name })}</li> : null}
          {words.status === "ACTIVE" && words.message ? <li>{t("success.nextMessage", { name })}</li> : null}
          <li>
            {words.sender_email
              ? t("success.nextMail", { email: words.sender_email })
              : t("success.nextNoMail")}
          </li>
        </ul>
      </div>
      <div className="actions">
        <MainLink href={`/${receiver.username}`}>{t("success.again")}</MainLink>
        <SecondLink href={receiptUrl}>{t("success.receipt")}</SecondLink>
        <a className="center" href={`/${receiver.username}`} data-share={name}>
          {t("success.share", { name })}
        </a>
      </div>
    </section>
  );
}

function Ended({ receipt }: { receipt: Receipt }) {
  const { t } = useTexts("result");
  const kind = receipt.payment.status === "REFUNDED" ? "refunded" : "chargeback";
  return (
    <section className="card steps result">
      <span className="badge">
        <CheckGlyph size={30} />
      </span>
      <Title order={1}>{t(`ended.${kind}Heading`)}</Title>
      <p>{t(`ended.${kind}Text`)}</p>
      <div className="actions">
        <MainLink href={`/${receipt.receiver.username}`}>
          {t("failed.profile", { name: receipt.receiver.name })}
        </MainLink>
      </div>
    </section>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }];
}
