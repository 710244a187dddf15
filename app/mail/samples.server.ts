import { htmlPart, renderMail } from "./delivery.server.ts";
import type { MailParams, MailSamples, MailTemplate } from "./outbox.server.ts";

const AT = "2026-11-21T09:30:00.000Z";

/** What each mail says when nobody is written to: for looking at it. Its links lead nowhere. */
const SAMPLES: MailParams = {
  receipt: {
    payment_id: "sample",
    receiver_name: "Jördis Kessler",
    receiver_username: "joerdis",
    item_name: "A string for the violin",
    message: "Das Lied mit dem Regen höre ich jeden Morgen.\nBitte mehr davon!",
    type: "INETCASH_CC",
    currency: "EUR",
    amount_minor: 50_00,
    service_fee_minor: 5_00,
    vat_minor: 95,
    service_fee_bps: 1000,
    vat_rate_bps: 1900,
    total_minor: 55_95,
    charged_minor: 65_71,
    charged_currency: "USD",
    rate: "1.1744",
    rate_date: "2026-11-20",
    paid_at: AT,
  },
  register: { token_id: "sample" },
  password_reset: { token_id: "sample" },
  deletion: { token_id: "sample" },
  email_change: { token_id: "sample" },
  email_change_notice: { new_email: "ida.lund@example.org" },
  email_changed: { token_id: "sample", new_email: "ida.lund@example.org", undo_until: AT },
  email_restored: { token_id: "sample" },
  password_changed: { changed_at: AT },
  verification_accepted: {},
  verification_declined: {
    reasons: [{ kind: "mediafile_pass", reason: "The lower line cannot be read." }],
  },
  account_locked: { reason: "Several artists reported pictures as theirs." },
  new_tip: {
    sender_name: "Nora",
    item_name: null,
    message: "Das Lied mit dem Regen höre ich jeden Morgen.",
    currency: "EUR",
    amount_minor: 10_00,
  },
  new_tips: {
    count: 3,
    sums: [
      { currency: "EUR", amount_minor: 35_00 },
      { currency: "USD", amount_minor: 5_00 },
    ],
  },
  payout_code: { details_id: "sample" },
  payout_data_decided: { is_accepted: true, reason: null, masked_account: "DE•• •••• 3000" },
  payout_sent: {
    currency: "EUR",
    amount_minor: 180_00,
    fee_minor: 1_50,
    masked_account: "DE•• •••• 3000",
    statement_number: 42,
  },
  payout_failed: {
    currency: "EUR",
    amount_minor: 180_00,
    masked_account: "DE•• •••• 3000",
    reason: "Account closed",
  },
  second_factor_changed: { is_on: true, changed_at: AT },
};

/** The samples of all templates, as they would be sent from `publicUrl`. */
export function createMailSamples(publicUrl: string): MailSamples {
  // No real token is made for a look.
  const tokens = { sign: () => "sample", verify: () => null, code: () => "123456" };
  return {
    names: Object.keys(SAMPLES),
    render(name, locale) {
      const template = (Object.keys(SAMPLES) as MailTemplate[]).find((each) => each === name);
      if (!template) return null;
      const mail = renderMail({ publicUrl, tokens }, template, locale, SAMPLES[template]);
      return { ...mail, html: htmlPart(mail) };
    },
  };
}
