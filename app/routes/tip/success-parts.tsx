import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import type { PaymentStatus } from "../../domain/payments/states.ts";
import type { PayersWords } from "../../domain/tips/receipt.server.ts";
import { AutoRefresh } from "../../ui/components/auto-refresh.tsx";
import { Avatar } from "../../ui/components/avatar.tsx";
import { CheckGlyph, ClockGlyph, HeartGlyph } from "../../ui/components/icons.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { OwnWords } from "../../ui/components/own-words.tsx";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { unbroken } from "../../ui/components/unbroken.ts";
import { useTexts } from "../../ui/texts.ts";
import { LaterWords, type ShownLaterWords } from "./later-words.tsx";
import type { ShownReceiver } from "./shown-receiver.server.ts";

export function Thanks({
  tip: state,
  receiver,
  amount,
  own,
  lastResult,
}: {
  tip: { status: string; has_message: boolean };
  receiver: ShownReceiver;
  amount: string;
  own: {
    price: Price;
    type: PaymentType;
    words: PayersWords | null;
    laterWords: ShownLaterWords | null;
    hasAdded: boolean;
    maskedEmail: string | null;
    monthly: { url: string; next: { total: string; day: string } | null } | null;
    receiptUrl: string;
  } | null;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const { name } = receiver;
  const mailed = own?.maskedEmail ? t("success.nextMail", { email: unbroken(own.maskedEmail) }) : null;
  const receiptText = own ? (mailed ?? t("success.nextNoMail")) : t("success.otherBrowser");
  return (
    <section className="card steps">
      <div className="result">
        <div className="thanks">
          <Avatar name={name} avatarId={receiver.avatar_id} />
          <span className="badge badge-good">
            <HeartGlyph size={22} />
          </span>
        </div>
        <Title order={1}>{t("success.heading", { name })}</Title>
        <p>{t("success.text", { amount, name })}</p>
      </div>
      {own?.hasAdded ? (
        <p className="note" role="status">
          {t("words.added")}
        </p>
      ) : null}
      {own?.words ? (
        <OwnWords
          message={own.words.message}
          senderName={own.words.sender_name}
          itemName={own.words.item_name}
        />
      ) : null}
      {own ? (
        <>
          <LaterWords
            words={own.laterWords}
            receiver={receiver}
            pictureHref={own.receiptUrl}
            lastResult={lastResult}
          />
          <PriceTable price={own.price} name={name} method={tip(`payment.types.${own.type}.name`)} />
        </>
      ) : null}
      <div className="next">
        <h2>{t("success.next")}</h2>
        <ul>
          {state.status === "PENDING" ? <li>{t("success.nextReview", { name })}</li> : null}
          {state.status === "ACTIVE" && state.has_message ? (
            <li>{t("success.nextMessage", { name })}</li>
          ) : null}
          <li>{receiptText}</li>
          {own?.monthly ? (
            <li>
              {own.monthly.next ? `${t("success.nextMonth", own.monthly.next)} ` : null}
              <a href={own.monthly.url}>{t("success.monthly")}</a>
            </li>
          ) : null}
        </ul>
      </div>
      <div className="actions">
        {receiver.hasPage ? (
          <MainLink href={receiver.path} data-share={name}>
            {t("success.share", { name })}
          </MainLink>
        ) : null}
        {own ? <SecondLink href={own.receiptUrl}>{t("success.receipt")}</SecondLink> : null}
        {receiver.hasPage ? (
          <a className="center" href={receiver.path}>
            {t("success.again")}
          </a>
        ) : null}
      </div>
    </section>
  );
}

/** Types that take days; cards end at once. */
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
  monthlyUrl,
}: {
  payment: { id: string; status: PaymentStatus; type: PaymentType };
  isSaving: boolean;
  underWay: { debit: string; transfer: string };
  mail: string;
  /** For the payer's browser. */
  monthlyUrl?: string | null;
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
      {monthlyUrl && isUnderWay ? (
        <p>
          <a href={monthlyUrl}>{t("success.monthly")}</a>
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
  back: { href: string; text: string } | null;
}): ReactElement {
  const { t } = useTexts("result");
  const { t: common } = useTexts();
  const kind = isRefunded ? "refunded" : "chargeback";
  return (
    <section className="card steps result">
      <span className="badge">
        <CheckGlyph size={30} />
      </span>
      <Title order={1}>{t(`ended.${kind}Heading`)}</Title>
      <p>{t(`ended.${kind}Text`)}</p>
      <div className="actions">
        <MainLink href={back?.href ?? "/"}>{back?.text ?? common("error.home")}</MainLink>
      </div>
    </section>
  );
}
