import { accountLocked } from "./account-locked.ts";
import { chainHead } from "./chain-head.ts";
import { contentDecision } from "./content-decision.ts";
import { contentNotice } from "./content-notice.ts";
import { deletion } from "./deletion.ts";
import { emailChange } from "./email-change.ts";
import { emailChangeNotice } from "./email-change-notice.ts";
import { emailChanged } from "./email-changed.ts";
import { emailRestored } from "./email-restored.ts";
import { grouplistNews } from "./grouplist-news.ts";
import { networkLink } from "./network-link.ts";
import { newDevice } from "./new-device.ts";
import { newTip } from "./new-tip.ts";
import { newTips } from "./new-tips.ts";
import { operatorChanged } from "./operator-changed.ts";
import { passkeyChanged } from "./passkey-changed.ts";
import { passwordChanged } from "./password-changed.ts";
import { passwordReset } from "./password-reset.ts";
import { payoutCode } from "./payout-code.ts";
import { payoutDataDecided } from "./payout-data-decided.ts";
import { payoutFailed } from "./payout-failed.ts";
import { payoutSent } from "./payout-sent.ts";
import { receipt } from "./receipt.tsx";
import { register } from "./register.ts";
import { secondFactorChanged } from "./second-factor-changed.ts";
import { taxDetailsWanted } from "./tax-details-wanted.ts";
import { thankYou } from "./thank-you.ts";
import { vatIdRefused } from "./vat-id-refused.ts";
import { verificationAccepted } from "./verification-accepted.ts";
import { verificationDeclined } from "./verification-declined.ts";
import { voucherBought } from "./voucher-bought.ts";
import { voucherNews } from "./voucher-news.ts";

/** Keys are stored in the outbox. */
export const templates = {
  receipt,
  register,
  password_reset: passwordReset,
  deletion,
  email_change: emailChange,
  email_change_notice: emailChangeNotice,
  email_changed: emailChanged,
  email_restored: emailRestored,
  password_changed: passwordChanged,
  verification_accepted: verificationAccepted,
  verification_declined: verificationDeclined,
  account_locked: accountLocked,
  content_notice: contentNotice,
  content_decision: contentDecision,
  grouplist_news: grouplistNews,
  new_tip: newTip,
  new_tips: newTips,
  thank_you: thankYou,
  payout_code: payoutCode,
  payout_data_decided: payoutDataDecided,
  tax_details_wanted: taxDetailsWanted,
  payout_sent: payoutSent,
  payout_failed: payoutFailed,
  vat_id_refused: vatIdRefused,
  second_factor_changed: secondFactorChanged,
  passkey_changed: passkeyChanged,
  new_device: newDevice,
  network_link: networkLink,
  voucher_bought: voucherBought,
  voucher_news: voucherNews,
  chain_head: chainHead,
  operator_changed: operatorChanged,
} as const;

export type MailTemplate = keyof typeof templates;

export type MailParams = { [Template in MailTemplate]: (typeof templates)[Template]["sample"] };
