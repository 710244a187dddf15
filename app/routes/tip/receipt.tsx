import { Title } from "@mantine/core";
import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { countryName, formatDay } from "../../domain/money/formats.ts";
import { findSettledReceipt } from "../../domain/tips/tips.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { PriceTable } from "../../ui/display/price-table.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/receipt";

/** The fan's receipt, for whoever holds its link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, tokens } = context.get(servicesContext);
  const paymentId = tokens.read("receipt", params.token);
  const receipt = paymentId ? await findSettledReceipt(db, paymentId) : null;
  if (!receipt) throw data(null, { status: 404 });
  const locale = getLocale(context);
  return {
    receipt,
    country: countryName(receipt.payment.country, locale),
    date: formatDay(receipt.settled_at, locale),
    pdf: `/receipt/${params.token}/pdf`,
    title: getI18n(context).t("result:receipt.title"),
  };
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const { payment, tip: words, receiver } = loaderData.receipt;
  const ended =
    payment.status === "REFUNDED" ? "refunded" : payment.status === "CHARGEBACK" ? "chargeback" : null;
  const rows = [
    [t("receipt.date"), loaderData.date],
    [
      t("receipt.to"),
      `${receiver.name} (@${receiver.username})${words.item_name ? `, ${words.item_name}` : ""}`,
    ],
    [t("receipt.from"), words.sender_name ?? tip("summary.anonymous")],
    [t("receipt.country"), loaderData.country],
    [t("receipt.number"), payment.id],
  ];
  return (
    <section className="card steps">
      <Title order={1} className="step-title">
        {t("receipt.heading")}
      </Title>
      {ended ? <p className="note">{t(`ended.${ended}Heading`)}</p> : null}
      <dl className="pairs">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PriceTable price={payment} name={receiver.name} method={tip(`payment.types.${payment.type}.name`)} />
      <p className="help">{t("receipt.seller", { name: receiver.name })}</p>
      <p className="help">
        <a href={loaderData.pdf}>{t("receipt.pdf")}</a>
      </p>
    </section>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }];
}
