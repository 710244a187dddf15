import { productRules } from "../../product-rules.ts";
import { useTexts } from "../texts.ts";
import { CopyButton } from "./copy-button.tsx";
import { Prose } from "./prose.tsx";
import { Title } from "./title.tsx";

export interface ShownVoucher {
  amount: string;
  day: string;
  withdrawal_days: number;
  message: string | null;
  sender_name: string | null;
  /** Null when spent or closed. */
  code: { text: string; link: string; qr: string; address: string } | null;
  state: "PENDING" | "REDEEMED" | "EXPIRED" | "REFUNDED" | "VOID" | "LOCKED" | null;
  contact: string;
}

export function VoucherCard({ voucher, isPageTitle }: { voucher: ShownVoucher; isPageTitle: boolean }) {
  const { t } = useTexts("vouchers");
  const { t: brand } = useTexts();
  const { code, state, message, sender_name: name } = voucher;
  return (
    <div className="voucher paper">
      <p className="voucher-brand">{brand("shortBrand")}.</p>
      <Title order={isPageTitle ? 1 : 2} className="voucher-amount">
        {t("card.heading", { amount: voucher.amount })}
      </Title>
      {message ? (
        <blockquote className="quote">
          {message}
          {name ? <cite>— {name}</cite> : null}
        </blockquote>
      ) : name ? (
        <p>{t("card.from", { name })}</p>
      ) : null}
      {code ? (
        <div className="voucher-code">
          <img
            className="qr"
            src={code.qr}
            width={productRules.qr_code.pixels}
            height={productRules.qr_code.pixels}
            alt={t("card.qr")}
          />
          <div>
            <p className="help">{t("card.code")}</p>
            <p className="digits money">{code.text}</p>
            <CopyButton text={code.text} label={t("card.copy")} copied={t("card.copied")} />
            <p className="help">{t("card.redeem", { address: code.address })}</p>
          </div>
        </div>
      ) : null}
      {state ? (
        <div className="note">
          <Prose text={t(`card.states.${state}`, { contact: voucher.contact })} />
        </div>
      ) : null}
      {code || state === "LOCKED" ? <p className="help">{t("card.until", { day: voucher.day })}</p> : null}
    </div>
  );
}
