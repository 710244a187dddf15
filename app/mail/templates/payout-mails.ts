import { mailParams } from "../../domain/mails/mail-params.ts";
import { bankReason, formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter, namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const payoutCode = mailTemplate({
  params: mailParams.payout_code,
  sample: { details_id: "sample" },
  write({ details_id }, writing) {
    const { t, publicUrl, tokens } = writing;
    const url = `${publicUrl}/account/payoutdata/${details_id}/confirm`;
    const code = tokens.code("payout-code", details_id);
    const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
    return namedLetter("payoutCode", writing, {
      paragraphs: [t("payoutCode.text"), shown, t("payoutCode.minutes")],
      code: shown,
      link: { text: t("payoutCode.open"), url },
    });
  },
});

export const payoutDataDecided = mailTemplate({
  params: mailParams.payout_data_decided,
  sample: { is_accepted: true, reason: null, masked_account: "DE•• •••• 3000" },
  write({ is_accepted, reason, masked_account }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/payoutdata`;
    return letter({
      locale,
      subject: is_accepted ? t("payoutData.accepted") : t("payoutData.declined"),
      paragraphs: is_accepted
        ? [t("payoutData.acceptedText", { masked_account })]
        : [
            t("payoutData.declinedText", { masked_account }),
            ...(reason ? [t("payoutData.reason", { reason })] : []),
          ],
      link: { text: t("payoutData.open"), url },
      footer: t("payoutData.footer"),
    });
  },
});

export const payoutSent = mailTemplate({
  params: mailParams.payout_sent,
  sample: {
    currency: "EUR",
    amount_minor: 180_00,
    fee_minor: 1_50,
    masked_account: "DE•• •••• 3000",
    statement_number: 42,
  },
  write(payout, { locale, t, publicUrl }) {
    const url = `${publicUrl}/payout`;
    const { currency, masked_account } = payout;
    const net = formatAmount(payout.amount_minor - payout.fee_minor, currency, locale);
    return letter({
      locale,
      subject: t("payoutSent.subject", { amount: net }),
      paragraphs: [
        t("payoutSent.text", { amount: net, masked_account }),
        ...(payout.fee_minor > 0
          ? [t("payoutSent.fee", { fee: formatAmount(payout.fee_minor, currency, locale) })]
          : []),
        t("payoutSent.statement", { number: payout.statement_number }),
      ],
      link: { text: t("payoutSent.open"), url },
      footer: t("payoutSent.footer"),
    });
  },
});

export const payoutFailed = mailTemplate({
  params: mailParams.payout_failed,
  sample: {
    currency: "EUR",
    amount_minor: 180_00,
    masked_account: "DE•• •••• 3000",
    reason: "Account closed",
    cancellation_number: 43,
  },
  write(payout, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/payoutdata`;
    const amount = formatAmount(payout.amount_minor, payout.currency, locale);
    const { masked_account, reason, cancellation_number: number } = payout;
    return letter({
      locale,
      subject: t("payoutFailed.subject", { amount }),
      paragraphs: [
        t("payoutFailed.text", { amount, masked_account }),
        ...(reason
          ? [t("payoutFailed.reason", { reason: bankReason(reason, (code) => t(`bankCodes:${code}`)) })]
          : []),
        ...(number === null ? [] : [t("payoutFailed.cancelled", { number })]),
        t("payoutFailed.next"),
      ],
      link: { text: t("payoutData.open"), url },
      footer: t("payoutFailed.footer"),
    });
  },
});

export const moneyModelMoved = mailTemplate({
  params: mailParams.money_model_moved,
  sample: { money_model: "DIRECT" },
  write({ money_model }, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("moneyModel.subject"),
      paragraphs: [t(`moneyModel.${money_model}`), t("moneyModel.text")],
      link: { text: t("moneyModel.open"), url: `${publicUrl}/dashboard/payouts` },
    });
  },
});

export const connectedAccount = mailTemplate({
  params: mailParams.connected_account,
  sample: { what: "DUE", by: "2026-12-12T10:00:00.000Z", brand: "Sandpay" },
  write({ what, by, brand }, { locale, t, publicUrl }) {
    const due =
      by === null
        ? t("connectedAccount.dueSoon")
        : t("connectedAccount.dueBy", { date: formatDay(by, locale) });
    const words = {
      CONNECTED: {
        subject: t("connectedAccount.connected", { brand }),
        text: t("connectedAccount.connectedText"),
      },
      DUE: { subject: t("connectedAccount.due", { brand }), text: due },
      RESTRICTED: {
        subject: t("connectedAccount.restricted", { brand }),
        text: t("connectedAccount.restrictedText"),
      },
      DISCONNECTED: {
        subject: t("connectedAccount.disconnected", { brand }),
        text: t("connectedAccount.disconnectedText", { brand }),
      },
    };
    const { subject, text } = words[what];
    return letter({
      locale,
      subject,
      paragraphs: [text, t("connectedAccount.what")],
      link: { text: t("connectedAccount.open"), url: `${publicUrl}/account/payoutdata` },
    });
  },
});

/** The provider requests evidence from the creator, not from us. */
export const directDispute = mailTemplate({
  params: mailParams.direct_dispute,
  sample: { amount_minor: 5_000, currency: "EUR", paid_at: "2026-11-21T10:00:00.000Z" },
  write({ amount_minor, currency, paid_at }, { locale, t, publicUrl }) {
    const amount = formatAmount(amount_minor, currency, locale);
    return letter({
      locale,
      subject: t("directDispute.subject", { amount }),
      paragraphs: [
        t("directDispute.text", { amount, day: formatDay(paid_at, locale) }),
        t("directDispute.what"),
      ],
      link: { text: t("directDispute.open"), url: `${publicUrl}/payout` },
    });
  },
});
