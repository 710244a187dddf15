import type { Kysely } from "kysely";
import { renderToStaticMarkup } from "react-dom/server";
import type { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { i18nFor } from "../../locales/i18n.ts";
import type { Tokens } from "../crypto/crypto.server.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import { type MailOutlet, type MailTemplate, mailParams } from "./outbox.server.ts";
import {
  deletionMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNoticeMail,
  emailRestoredMail,
  passwordChangedMail,
  passwordResetMail,
  registerMail,
  secondFactorChangedMail,
} from "./templates/account-mails.ts";
import {
  payoutCodeMail,
  payoutDataDecidedMail,
  payoutFailedMail,
  payoutSentMail,
} from "./templates/payout-mails.ts";
import { type MailContent, receiptMail } from "./templates/receipt.tsx";
import { newTipMail, newTipsMail } from "./templates/tip-mails.ts";
import {
  accountLockedMail,
  verificationAcceptedMail,
  verificationDeclinedMail,
} from "./templates/verification-mails.ts";

/** What sending mails needs of the process. */
export interface MailServices {
  db: Kysely<DB>;
  mail: MailOutlet;
  tokens: Pick<Tokens, "sign" | "code">;
  publicUrl: string;
  clock: () => Date;
}

/**
 * The job of a mail: renders it in the reader's language and hands it to the outlet. What fails is tried again by the
 * queue; what was sent is marked at once and loses its parameters.
 */
export async function sendMail(services: MailServices, mailId: string): Promise<void> {
  const { db } = services;
  const row = await db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("id", "=", mailId)
    .where("status", "=", "QUEUED")
    .executeTakeFirst();
  if (!row) return;
  const content = renderMail(services, row.template, localeOf(row.locale), row.params);
  try {
    await services.mail.send({
      id: row.id,
      recipient: row.recipient,
      subject: content.subject,
      html: htmlPart(content),
      text: content.text,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await db
      .updateTable("mail_outbox")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), last_error: reason }))
      .where("id", "=", mailId)
      .execute();
    throw error;
  }
  await db
    .updateTable("mail_outbox")
    .set((eb) => ({
      status: "SENT",
      sent_at: services.clock(),
      attempts: eb("attempts", "+", 1),
      params: "{}",
      last_error: null,
    }))
    .where("id", "=", mailId)
    .execute();
}

type Rendering = (params: unknown, locale: Locale) => MailContent;

function rendering<Schema extends z.ZodType>(
  schema: Schema,
  write: (params: z.infer<Schema>, locale: Locale) => MailContent,
): Rendering {
  return (params, locale) => write(schema.parse(params), locale);
}

/** Template → mail: the whole of it. Links get their tokens here and nowhere before. */
function renderings({
  publicUrl,
  tokens,
}: Pick<MailServices, "publicUrl" | "tokens">): Record<MailTemplate, Rendering> {
  const textsOf = (locale: Locale) => ({ locale, t: i18nFor(locale).getFixedT(locale, "mail") });
  const security = `${publicUrl}/account/security`;
  const dashboard = { url: `${publicUrl}/dashboard`, settingsUrl: `${publicUrl}/account/settings` };
  return {
    receipt: rendering(mailParams.receipt, (receipt, locale) =>
      receiptMail(receipt, {
        ...textsOf(locale),
        method: i18nFor(locale).getFixedT(locale, "tip")(`payment.types.${receipt.type}.name`),
        receiptUrl: `${publicUrl}/receipt/${tokens.sign("receipt", receipt.payment_id)}`,
        profileUrl: `${publicUrl}/${receipt.receiver_username}`,
      }),
    ),
    register: rendering(mailParams.register, ({ token_id }, locale) =>
      registerMail({
        ...textsOf(locale),
        url: `${publicUrl}/register/confirm/${tokens.sign("register", token_id)}`,
      }),
    ),
    password_reset: rendering(mailParams.password_reset, ({ token_id }, locale) =>
      passwordResetMail({
        ...textsOf(locale),
        url: `${publicUrl}/password/reset/${tokens.sign("password", token_id)}`,
      }),
    ),
    deletion: rendering(mailParams.deletion, ({ token_id }, locale) =>
      deletionMail({
        ...textsOf(locale),
        url: `${publicUrl}/account/delete/${tokens.sign("deletion", token_id)}`,
      }),
    ),
    email_change: rendering(mailParams.email_change, ({ token_id }, locale) =>
      emailChangeMail({
        ...textsOf(locale),
        url: `${publicUrl}/email/confirm/${tokens.sign("email", token_id)}`,
      }),
    ),
    email_change_notice: rendering(mailParams.email_change_notice, (params, locale) =>
      emailChangeNoticeMail(params, { ...textsOf(locale), url: security }),
    ),
    email_changed: rendering(mailParams.email_changed, (params, locale) =>
      emailChangedMail(params, {
        ...textsOf(locale),
        url: `${publicUrl}/email/undo/${tokens.sign("email-undo", params.token_id)}`,
      }),
    ),
    email_restored: rendering(mailParams.email_restored, ({ token_id }, locale) =>
      emailRestoredMail({
        ...textsOf(locale),
        url: `${publicUrl}/password/reset/${tokens.sign("password", token_id)}`,
      }),
    ),
    password_changed: rendering(mailParams.password_changed, (params, locale) =>
      passwordChangedMail(params, { ...textsOf(locale), url: `${publicUrl}/password/forgot` }),
    ),
    verification_accepted: rendering(mailParams.verification_accepted, (_, locale) =>
      verificationAcceptedMail({ ...textsOf(locale), url: `${publicUrl}/dashboard` }),
    ),
    verification_declined: rendering(mailParams.verification_declined, (params, locale) =>
      verificationDeclinedMail(params, { ...textsOf(locale), url: `${publicUrl}/account/verification` }),
    ),
    account_locked: rendering(mailParams.account_locked, (params, locale) =>
      accountLockedMail(params, { ...textsOf(locale), url: `${publicUrl}/account/locked` }),
    ),
    new_tip: rendering(mailParams.new_tip, (tip, locale) =>
      newTipMail(tip, { ...textsOf(locale), ...dashboard }),
    ),
    new_tips: rendering(mailParams.new_tips, (day, locale) =>
      newTipsMail(day, { ...textsOf(locale), ...dashboard }),
    ),
    payout_code: rendering(mailParams.payout_code, ({ details_id }, locale) =>
      payoutCodeMail(tokens.code("payout-code", details_id), {
        ...textsOf(locale),
        url: `${publicUrl}/account/payoutdata/${details_id}/confirm`,
      }),
    ),
    payout_data_decided: rendering(mailParams.payout_data_decided, (params, locale) =>
      payoutDataDecidedMail(params, { ...textsOf(locale), url: `${publicUrl}/account/payoutdata` }),
    ),
    payout_sent: rendering(mailParams.payout_sent, (params, locale) =>
      payoutSentMail(params, { ...textsOf(locale), url: `${publicUrl}/payout` }),
    ),
    payout_failed: rendering(mailParams.payout_failed, (params, locale) =>
      payoutFailedMail(params, { ...textsOf(locale), url: `${publicUrl}/account/payoutdata` }),
    ),
    second_factor_changed: rendering(mailParams.second_factor_changed, (params, locale) =>
      secondFactorChangedMail(params, { ...textsOf(locale), url: security }),
    ),
  };
}

/** The HTML part as text. */
export function htmlPart({ html }: MailContent): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(html)}`;
}

/** A mail as it would be sent; throws for a template or parameters that the product does not know. */
export function renderMail(
  services: Pick<MailServices, "publicUrl" | "tokens">,
  template: string,
  locale: Locale,
  params: unknown,
): MailContent {
  const known = Object.keys(mailParams).find((name): name is MailTemplate => name === template);
  if (!known) throw new Error(`no mail template ${template}`);
  return renderings(services)[known](params, locale);
}
