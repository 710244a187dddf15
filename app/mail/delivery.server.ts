import type { Kysely } from "kysely";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { i18nFor } from "../../locales/i18n.ts";
import type { Tokens } from "../crypto/crypto.server.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import { productRules } from "../product-rules.ts";
import type { MailOutlet } from "./outbox.server.ts";
import { LegalLinks, type MailContent } from "./templates/mail-layout.tsx";
import type { Template, Writing } from "./templates/mail-template.ts";
import { type MailTemplate, templates } from "./templates/templates.ts";

/** What sending mails needs of the process. */
export interface MailServices {
  db: Kysely<DB>;
  mail: MailOutlet;
  tokens: Pick<Tokens, "sign" | "code">;
  publicUrl: string;
  /** Our own name, address and VAT id, as receipts say them, line by line. */
  issuer?: readonly string[];
  clock: () => Date;
}

/** What every mail links. */
const LEGAL_PAGES = ["imprint", "privacy", "terms"] as const;

const RETRY_MS = productRules.mail_retry_days * 86_400_000;

/**
 * The job of a mail: renders it in the reader's language and hands it to the outlet. What fails is tried again by the
 * queue for some days, then it stands before an operator (app/domain/unsent-mails); what was sent is marked at once and loses its parameters.
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
  try {
    const content = renderMail(services, row.template, localeOf(row.locale), row.params);
    await services.mail.send({
      id: row.id,
      recipient: row.recipient,
      subject: content.subject,
      html: htmlPart(content),
      text: content.text,
      ...(content.stopUrl === undefined ? {} : { stopUrl: content.stopUrl }),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    const isGivenUp = services.clock().getTime() - row.tried_since.getTime() >= RETRY_MS;
    await db
      .updateTable("mail_outbox")
      .set((eb) => ({
        status: isGivenUp ? "FAILED" : "QUEUED",
        attempts: eb("attempts", "+", 1),
        last_error: reason,
      }))
      .where("id", "=", mailId)
      .execute();
    // An operator sees it from now on: the queue need not try again.
    if (isGivenUp) return;
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

/** The HTML part as text. */
export function htmlPart({ html }: MailContent): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(html)}`;
}

/** A mail as it would be sent; throws for a template or parameters that the product does not know. */
export function renderMail(
  { publicUrl, tokens, issuer = [] }: Pick<MailServices, "publicUrl" | "tokens" | "issuer">,
  name: string,
  locale: Locale,
  params: unknown,
): MailContent {
  if (!isTemplate(name)) throw new Error(`no mail template ${name}`);
  const t = i18nFor(locale).getFixedT<["mail", "tip"]>(locale, ["mail", "tip"]);
  const mail = writeMail(templates[name], params, { locale, t, publicUrl, tokens, issuer });
  const links = LEGAL_PAGES.map((page) => ({ text: t(`mail:legal.${page}`), url: `${publicUrl}/${page}` }));
  return {
    ...mail,
    html: createElement(LegalLinks.Provider, { value: links }, mail.html),
    text: `${mail.text}\n${links.map(({ text, url }) => `${text}: ${url}`).join("\n")}\n`,
  };
}

function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(templates, name);
}

function writeMail<Params extends z.ZodType>(
  template: Template<Params>,
  params: unknown,
  writing: Writing,
): MailContent {
  return template.write(template.params.parse(params), writing);
}
