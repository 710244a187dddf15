import type { Kysely } from "kysely";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { z } from "zod";
import type { DB } from "../../db/schema.ts";
import { i18nFor } from "../../locales/i18n.ts";
import type { Tokens } from "../crypto/crypto.server.ts";
import type { MailTemplate } from "../domain/mails/mail-params.ts";
import { type Locale, localeOf } from "../domain/money/minor.ts";
import { OWN_ACCENT, textOn } from "../domain/settings/accent.ts";
import { productRules } from "../product-rules.ts";
import { defaultSettings, type Settings } from "../product-settings.ts";
import type { MailOutlet, MailSamples } from "./mail.server.ts";
import { type MailContent, MailFrame } from "./templates/mail-layout.tsx";
import type { Template, Writing } from "./templates/mail-template.ts";
import { templates } from "./templates/templates.ts";

export interface MailServices {
  db: Kysely<DB>;
  mail: MailOutlet;
  tokens: Pick<Tokens, "sign" | "code">;
  publicUrl: string;
  settings?: { current(): Settings };
  clock: () => Date;
}

const LEGAL_PAGES = ["imprint", "privacy", "terms"] as const;

/** Once sent, the row forgets the address. */
const LAST_MAIL: MailTemplate = "account_deleted";

const RETRY_MS = productRules.mail_retry_days * 86_400_000;

/**
 * Failures are retried for days, then listed for operators (app/domain/mails). A sent mail loses its
 * parameters.
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
    const settings = services.settings?.current() ?? defaultSettings;
    const content = renderMail({ ...services, settings }, row.template, localeOf(row.locale), row.params);
    await services.mail.send({
      id: row.id,
      sender: settings.brand.mail_sender ?? settings.brand.name,
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
      ...(row.template === LAST_MAIL ? { recipient: "" } : {}),
      last_error: null,
    }))
    .where("id", "=", mailId)
    .execute();
}

function htmlPart({ html }: MailContent): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(html)}`;
}

/** Throws for an unknown template or invalid parameters. */
export function renderMail(
  { publicUrl, tokens, settings }: Pick<MailServices, "publicUrl" | "tokens"> & { settings: Settings },
  name: string,
  locale: Locale,
  params: unknown,
): MailContent {
  if (!isTemplate(name)) throw new Error(`no mail template ${name}`);
  const t = i18nFor(locale, settings).getFixedT<["mail", "tip"]>(locale, ["mail", "tip"]);
  const mail = writeMail(templates[name], params, {
    locale,
    t,
    publicUrl,
    tokens,
    issuer: settings.brand.issuer,
  });
  const links = LEGAL_PAGES.map((page) => ({ text: t(`mail:legal.${page}`), url: `${publicUrl}/${page}` }));
  const { short_name: brand, accent_light } = settings.brand;
  const accent = accent_light ?? OWN_ACCENT;
  const frame = { brand, accent, onAccent: textOn(accent), links };
  return {
    ...mail,
    html: createElement(MailFrame.Provider, { value: frame }, mail.html),
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

export function createMailSamples(publicUrl: string, settings: { current(): Settings }): MailSamples {
  const tokens = { sign: () => "sample", verify: () => null, code: () => "123456" };
  return {
    names: Object.keys(templates),
    render(name, locale) {
      const template = Object.entries(templates).find(([each]) => each === name)?.[1];
      if (!template) return null;
      const mail = renderMail(
        { publicUrl, tokens, settings: settings.current() },
        name,
        locale,
        template.sample,
      );
      return { ...mail, html: htmlPart(mail) };
    },
  };
}
