import type { ReactElement } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import type { PaymentStatus } from "../../domain/payments/states.ts";
import { AutoRefresh } from "../../ui/components/auto-refresh.tsx";
import { CheckGlyph, ClockGlyph } from "../../ui/components/icons.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";

/** Payment types that take days; cards end at once. */
const UNDER_WAY: Partial<Record<PaymentType, "debit" | "transfer">> = {
  INETCASH_DD: "debit",
  INETCASH_DB: "transfer",
  INETCASH_OB: "transfer",
};

export function Waiting({
  payment,
  isSaving,
  underWay,
  mail,
}: {
  payment: { id: string; status: PaymentStatus; type: PaymentType };
  isSaving: boolean;
  underWay: { debit: string; transfer: string };
  mail: string;
}): ReactElement {
  const { t } = useTexts("result");
  const kind = UNDER_WAY[payment.type];
  const address = `/payment/success/${payment.id}`;
  const isUnderWay = kind !== undefined && payment.status === "PROCESSING";
  return (
    <section className="card steps result">
      <AutoRefresh payment={payment} address={address} isSaving={isSaving} />
      <span className="badge">
        <ClockGlyph size={30} />
      </span>
      <Title order={1}>
        {isUnderWay ? t(`waiting.${kind}Heading`) : kind ? t(`waiting.${kind}Open`) : t("waiting.heading")}
      </Title>
      <p role="status">{isUnderWay ? underWay[kind] : t("waiting.text")}</p>
      {kind ? (
        <p>
          {t("waiting.leave")} {mail}
        </p>
      ) : null}
      <div className="actions">
        <SecondLink href={address}>{t("waiting.again")}</SecondLink>
      </div>
    </section>
  );
}

export function EndedPayment({
  isRefunded,
  back,
}: {
  isRefunded: boolean;
  back: { href: string; text: string };
}): ReactElement {
  const { t } = useTexts("result");
  const kind = isRefunded ? "refunded" : "chargeback";
  return (
    <section className="card steps result">
      <span className="badge">
        <CheckGlyph size={30} />
      </span>
      <Title order={1}>{t(`ended.${kind}Heading`)}</Title>
      <p>{t(`ended.${kind}Text`)}</p>
      <div className="actions">
        <MainLink href={back.href}>{back.text}</MainLink>
      </div>
    </section>
  );
}
