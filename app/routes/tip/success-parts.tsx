import type { ReactElement } from "react";
import type { PaymentType } from "../../domain/payments/provider-port.ts";
import type { PayersWords } from "../../domain/tips/receipt.server.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { HeartGlyph } from "../../ui/components/icons.tsx";
import { MainLink, SecondLink } from "../../ui/components/main-button.tsx";
import { OwnWords } from "../../ui/components/own-words.tsx";
import { type Price, PriceTable } from "../../ui/components/price-table.tsx";
import { Title } from "../../ui/components/title.tsx";
import { unbroken } from "../../ui/components/unbroken.ts";
import { useTexts } from "../../ui/texts.ts";
import type { ShownReceiver } from "./shown-receiver.server.ts";

/** Price, words, masked email and receipt link are for the payer's browser. */
export function Thanks({
  tip: state,
  receiver,
  amount,
  own,
}: {
  tip: { status: string; has_message: boolean };
  receiver: ShownReceiver;
  amount: string;
  own: {
    price: Price;
    type: PaymentType;
    words: PayersWords | null;
    maskedEmail: string | null;
    receiptUrl: string;
  } | null;
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
      {own?.words ? (
        <OwnWords
          message={own.words.message}
          senderName={own.words.sender_name}
          itemName={own.words.item_name}
        />
      ) : null}
      {own ? (
        <PriceTable price={own.price} name={name} method={tip(`payment.types.${own.type}.name`)} />
      ) : null}
      <div className="next">
        <h2>{t("success.next")}</h2>
        <ul>
          {state.status === "PENDING" ? <li>{t("success.nextReview", { name })}</li> : null}
          {state.status === "ACTIVE" && state.has_message ? (
            <li>{t("success.nextMessage", { name })}</li>
          ) : null}
          <li>{receiptText}</li>
        </ul>
      </div>
      <div className="actions">
        <MainLink href={receiver.path} data-share={name}>
          {t("success.share", { name })}
        </MainLink>
        {own ? <SecondLink href={own.receiptUrl}>{t("success.receipt")}</SecondLink> : null}
        <a className="center" href={receiver.path}>
          {t("success.again")}
        </a>
      </div>
    </section>
  );
}
