import type { ReactElement } from "react";
import { HeartGlyph } from "../../ui/components/icons.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { PriceTable } from "../../ui/components/price-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { unbroken } from "../../ui/components/unbroken.ts";
import { VoucherCard } from "../../ui/components/voucher-card.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { useTexts } from "../../ui/texts.ts";
import { EndedPayment, Waiting } from "./success-parts.tsx";
import type { ShownVoucherResult } from "./voucher-result.server.ts";

export function VoucherResultPage({ voucher }: { voucher: ShownVoucherResult }): ReactElement {
  const { t } = useTexts("vouchers");
  const { vouchers } = useFeatures();
  const { payment, own } = voucher;
  const email = own?.maskedEmail ? unbroken(own.maskedEmail) : null;
  if (voucher.isWaiting) {
    const underWay = { debit: t("bought.debitText"), transfer: t("bought.transferText") };
    const mail = email ? t("bought.mail", { email }) : t("bought.mailOther");
    return <Waiting payment={payment} isSaving={voucher.isSaving} underWay={underWay} mail={mail} />;
  }
  if (payment.status !== "SUCCESS") {
    const back = vouchers ? { href: "/voucher", text: t("bought.back") } : null;
    return <EndedPayment isRefunded={payment.status === "REFUNDED"} back={back} />;
  }
  return <Bought voucher={voucher} email={email} />;
}

function Bought({ voucher, email }: { voucher: ShownVoucherResult; email: string | null }) {
  const { t } = useTexts("vouchers");
  const { t: result } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const { vouchers } = useFeatures();
  const { own, payment, amount } = voucher;
  const card = own?.card ?? null;
  const where =
    email === null ? t("bought.otherBrowser") : t(card ? "bought.shown" : "bought.mailed", { email });
  return (
    <section className="card steps">
      <div className="result">
        <span className="badge badge-good">
          <HeartGlyph size={30} />
        </span>
        <Title order={1}>{t("bought.heading")}</Title>
        <p>{t("steps.of", { amount })}</p>
        <p>{where}</p>
      </div>
      {card ? <VoucherCard voucher={card} isPageTitle={false} /> : null}
      {own ? (
        <PriceTable price={own.price} name={null} method={tip(`payment.types.${payment.type}.name`)} />
      ) : null}
      <div className="actions">
        {own?.pdf ? <SecondLink href={own.pdf}>{t("card.pdf")}</SecondLink> : null}
        {own ? <SecondLink href={own.receiptUrl}>{result("success.receipt")}</SecondLink> : null}
        {vouchers ? (
          <a className="center" href="/voucher">
            {t("bought.another")}
          </a>
        ) : null}
      </div>
    </section>
  );
}
