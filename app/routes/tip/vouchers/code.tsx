import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { readVoucher } from "../../../domain/vouchers/voucher-codes.server.ts";
import { getTexts } from "../../../http/i18n.server.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { VoucherCard } from "../../../ui/components/voucher-card.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { shownVoucher } from "../shown-voucher.server.ts";
import type { Route } from "./+types/code";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

/** For the link in the buyer's mail (docs/product.md, 5.12). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = services.tokens.verify("voucher-code", params.token);
  const voucher = id ? await readVoucher(services, id) : null;
  if (!voucher) throw data(null, { status: 404 });
  return {
    voucher: await shownVoucher(context, voucher),
    pdf: `/voucher/code/${params.token}/pdf`,
    title: getTexts(context, "vouchers")("card.title"),
  };
}

export default function VoucherCode({ loaderData }: Route.ComponentProps) {
  const { voucher, pdf } = loaderData;
  const { t } = useTexts("vouchers");
  return (
    <section className="card steps">
      <VoucherCard voucher={voucher} isPageTitle />
      {voucher.code ? (
        <div className="fields unprinted">
          <p className="help">{t("card.help")}</p>
          <p className="help">
            {t("card.withdrawal", { days: voucher.withdrawal_days })}{" "}
            <a href="/voucher/withdrawal">{t("card.withdrawalLink")}</a>
          </p>
          <SecondLink href={pdf}>{t("card.pdf")}</SecondLink>
        </div>
      ) : null}
      {voucher.state === "PENDING" ? (
        <p className="help unprinted">
          <a href="/voucher/withdrawal">{t("card.withdrawalLink")}</a>
        </p>
      ) : null}
    </section>
  );
}

export function headers() {
  return { "Cache-Control": "private, no-store" };
}
