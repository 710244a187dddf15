import type { MailTemplate, mailParams } from "../../domain/mails/mail-params.ts";
import {
  accountDeleted,
  accountLocked,
  deletion,
  deletionAnnounced,
  emailChange,
  emailChanged,
  emailChangeNotice,
  emailRestored,
  exportReady,
  networkLink,
  newDevice,
  passkeyChanged,
  passwordChanged,
  passwordReset,
  register,
  secondFactorChanged,
  webhookOff,
} from "./account-mails.ts";
import { contentDecision, contentNotice } from "./content-mails.ts";
import { declaration } from "./declaration-mail.ts";
import { grouplistNews } from "./group-mails.ts";
import type { Template } from "./mail-template.ts";
import {
  chainHead,
  creatorInvitation,
  operatorChanged,
  operatorInvitation,
  testMail,
} from "./operator-mails.ts";
import {
  connectedAccount,
  directDispute,
  moneyModelMoved,
  payoutCode,
  payoutDataDecided,
  payoutFailed,
  payoutSent,
} from "./payout-mails.ts";
import { receipt } from "./receipt.tsx";
import { series, seriesLinks } from "./series-mails.ts";
import { newTip, newTips, refundAnswered, refundRequested, thankYou } from "./tip-mails.ts";
import {
  taxDetailsWanted,
  vatIdRefused,
  verificationAccepted,
  verificationDeclined,
} from "./verification-mails.ts";
import { voucherBought, voucherNews } from "./voucher-mails.ts";

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
  export_ready: exportReady,
  deletion_announced: deletionAnnounced,
  account_deleted: accountDeleted,
  verification_accepted: verificationAccepted,
  verification_declined: verificationDeclined,
  account_locked: accountLocked,
  content_notice: contentNotice,
  content_decision: contentDecision,
  grouplist_news: grouplistNews,
  new_tip: newTip,
  new_tips: newTips,
  thank_you: thankYou,
  series,
  series_links: seriesLinks,
  declaration,
  refund_requested: refundRequested,
  refund_answered: refundAnswered,
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
  webhook_off: webhookOff,
  money_model_moved: moneyModelMoved,
  connected_account: connectedAccount,
  direct_dispute: directDispute,
  voucher_bought: voucherBought,
  voucher_news: voucherNews,
  chain_head: chainHead,
  operator_changed: operatorChanged,
  operator_invitation: operatorInvitation,
  test_mail: testMail,
  creator_invitation: creatorInvitation,
} as const satisfies { [Name in MailTemplate]: Template<(typeof mailParams)[Name]> };
