import { afterEach, describe, expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import type { MailParams, MailTemplate } from "../../app/domain/mails/mail-params.ts";
import { queueMail } from "../../app/domain/mails/outbox.server.ts";
import { createMailSamples, sendMail } from "../../app/mail/delivery.server.ts";
import { smtpOutlet } from "../../app/mail/mail.server.ts";
import { templates } from "../../app/mail/templates/templates.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { test as it } from "../support/domain-test.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

// Every mail of the product in both languages, as a mail program reads what came over SMTP.

const tokens = createTokens("a secret of at least thirty-two characters");
const publicUrl = "https://tribute.example";
const samples = createMailSamples(publicUrl, { current: () => defaultSettings });
const TOKEN_ID = "018f4d2e-7c1a-4b3d-9e5f-0a1b2c3d4e5f";
const AT = "2026-11-21T09:30:00.000Z";
const LINEBREAK = "\r\nBcc: all@example.org";

/** What people can put into a mail is meant badly here. */
const PARAMS: MailParams = {
  receipt: {
    payment_id: TOKEN_ID,
    receiver_name: `Jördis <b>Kessler</b>${LINEBREAK}`,
    receiver_username: "joerdis",
    item_name: "A string for the violin & more",
    message: "Das Lied mit dem Regen.\n<script>alert(1)</script>",
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
  register: { token_id: TOKEN_ID },
  password_reset: { token_id: TOKEN_ID },
  deletion: { token_id: TOKEN_ID },
  operator_invitation: { token_id: TOKEN_ID },
  creator_invitation: { token_id: TOKEN_ID },
  email_change: { token_id: TOKEN_ID },
  email_change_notice: { new_email: `"<i>eve</i>"@example.org${LINEBREAK}` },
  email_changed: { token_id: TOKEN_ID, new_email: `"<i>eve</i>"@example.org${LINEBREAK}`, undo_until: AT },
  email_restored: { token_id: TOKEN_ID },
  password_changed: { changed_at: AT },
  chain_head: {
    ...{ day: "2026-11-21", hash: "5f".repeat(32), entries_count: 1234, checkpoints_count: 1000 },
    ...{ destinations_count: 100, batches_count: 34, acts_count: 80, statements_count: 20 },
  },
  operator_changed: { change: "created", email: `"<i>eve</i>"@example.org${LINEBREAK}`, changed_at: AT },
  test_mail: {},
  export_ready: {},
  deletion_announced: {},
  account_deleted: {},
  verification_accepted: {},
  voucher_bought: {
    voucher_id: TOKEN_ID,
    payment_id: TOKEN_ID,
    amount_minor: 25_00,
    currency: "EUR",
    withdrawal_days: 14,
    valid_until: "2029-12-31",
  },
  money_model_moved: { money_model: "DIRECT" },
  connected_account: { what: "DUE", by: AT, brand: `Sandpay${LINEBREAK}` },
  direct_dispute: { amount_minor: 5_000, currency: "EUR", paid_at: AT },
  webhook_off: { reason: "FAILING", host: `hooks.example${LINEBREAK}` },
  network_link: { state: "linked", way: "member", network: "X", handle: `joerdis${LINEBREAK}`, at: AT },
  voucher_news: { kind: "returned", amount_minor: 25_00, currency: "GBP", code_end: "3HNA" },
  verification_declined: {
    reasons: [{ kind: "mediafile_pass", reason: `<b>Blurred</b>${LINEBREAK}` }],
  },
  account_locked: { reason: `Reported <i>twice</i>${LINEBREAK}` },
  content_notice: { token_id: TOKEN_ID, number: 7 },
  content_decision: {
    token_id: TOKEN_ID,
    number: 7,
    side: "REPORTER",
    decision: "RESTRICTED",
    reasons: `<b>Hidden</b>${LINEBREAK}`,
    is_complaint: true,
    until: AT,
  },
  thank_you: {
    creator_name: `Jördis <b>Kessler</b>${LINEBREAK}`,
    creator_username: "joerdis",
    message: "Danke dir!\n<script>alert(1)</script>",
    currency: "EUR",
    amount_minor: 10_00,
    paid_at: AT,
    address_key: TOKEN_ID,
  },
  series: {
    series_id: TOKEN_ID,
    receiver_name: `Jördis <b>Kessler</b>${LINEBREAK}`,
    receiver_path: "/joerdis",
    currency: "EUR",
    amount_minor: 5_00,
    total_minor: 5_60,
    day: 28,
    next_charge_on: "2026-12-28",
    method_label: "Visa <b>•••• 4242</b>",
    is_debit: false,
    consent: "5,60 € jeden Monat, <b>bis ich es beende</b>.",
    consented_at: AT,
    news: { kind: "STARTED" },
  },
  declaration: {
    words_encrypted: null,
    ...{ kind: "CANCEL", name: "Ida <b>", email: "ida@fans.example", contract: `<b>Tips</b>${LINEBREAK}` },
    ...{ until: null, reason: "<i>no</i>", received_at: AT, series_id: TOKEN_ID, is_copy: false },
  },
  series_links: { series: [{ series_id: TOKEN_ID, receiver_name: `Jördis <b>Kessler</b>${LINEBREAK}` }] },
  refund_requested: { tip_id: TOKEN_ID, currency: "EUR", amount_minor: 10_00, until: AT },
  refund_answered: { payment_id: TOKEN_ID, is_refunded: false, currency: "EUR", amount_minor: 10_00 },
  grouplist_news: {
    kind: "group_declined",
    slug: "fv5kmq2x",
    group: `<b>Choir</b>${LINEBREAK}`,
    person: "ada.naeht",
    reason: `<i>A brand</i>${LINEBREAK}`,
  },
  new_tip: {
    sender_name: `<b>Nora</b>${LINEBREAK}`,
    item_name: "A string",
    message: "Das Lied.\n<script>alert(1)</script>",
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
  payout_code: { details_id: TOKEN_ID },
  payout_data_decided: { is_accepted: true, reason: null, masked_account: "DE•• •••• 3000" },
  tax_details_wanted: { year: 2026, is_reportable: true },
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
    reason: `<b>closed</b>${LINEBREAK}`,
    cancellation_number: 43,
  },
  vat_id_refused: { vat_id: `<b>FR40303265045</b>${LINEBREAK}`, checked_at: AT },
  second_factor_changed: { is_on: true, changed_at: AT },
  passkey_changed: { is_added: true, name: `<b>Phone</b>${LINEBREAK}`, changed_at: AT },
  new_device: { signed_in_at: AT, browser: `<b>Firefox</b>${LINEBREAK}`, system: "Linux", country: "DE" },
};

/** The purpose of the token in each mail that has one. */
const LINKS = {
  receipt: ["receipt", "/receipt/"],
  declaration: ["series-address", "/cancel/"],
  register: ["register", "/register/confirm/"],
  password_reset: ["password", "/password/reset/"],
  creator_invitation: ["creator-invitation", "/register?invitation="],
  deletion: ["deletion", "/account/delete/"],
  email_change: ["email", "/email/confirm/"],
  email_changed: ["email-undo", "/email/undo/"],
  thank_you: ["thank-you-stop", "/email/stop/"],
  email_restored: ["password", "/password/reset/"],
} as const;

let world: TipWorld;
let smtp: MailCatcher;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  smtp = await catchMails();
});
afterEach(() => smtp.close());

async function send<Template extends MailTemplate>(
  template: Template,
  locale: "en" | "de",
  params: MailParams[Template] = PARAMS[template],
) {
  const { db } = world;
  const dedupe_key = `test:${world.newId()}`;
  await db.transaction().execute((trx) =>
    queueMail(trx, world, {
      dedupe_key,
      template,
      locale,
      recipient: "ada@example.org",
      user_id: null,
      params,
      now: world.clock(),
    }),
  );
  const row = () =>
    db.selectFrom("mail_outbox").selectAll().where("dedupe_key", "=", dedupe_key).executeTakeFirstOrThrow();
  const before = await row();
  const mail = smtpOutlet({ url: smtp.url, from: "Tribute <hello@tribute.example>" });
  await sendMail({ ...world, mail, tokens, publicUrl }, before.id);
  const [read] = smtp.mails;
  if (!read) throw new Error("no mail came");
  return { before, after: await row(), read };
}

it("every template of a mail has a sample", () => {
  expect([...samples.names].sort()).toEqual(Object.keys(templates).sort());
  expect(Object.keys(PARAMS).sort()).toEqual(Object.keys(templates).sort());
  for (const template of samples.names) {
    const mail = samples.render(template, "de");
    expect(mail?.html).toMatch(/^<!DOCTYPE html><html lang="de">/);
    expect(mail?.text).not.toBe("");
  }
  expect(samples.render("toString", "de")).toBeNull();
});

describe.for(Object.keys(templates) as MailTemplate[])("the mail %s", (template) => {
  it.for(["en", "de"] as const)(`the mail ${template} is whole in %s, HTML and text`, async (locale) => {
    const { before, after, read } = await send(template, locale);
    expect({ subject: read.subject, text: read.text, html: read.html }).toMatchSnapshot();
    expect(read.html).toContain(`<html lang="${locale}">`);

    expect(read.messageId).toBe(`<${before.id}@tribute.example>`);
    const headers = Object.fromEntries(read.headers.map(({ key, value }) => [key, value]));
    expect(headers["auto-submitted"]).toBe("auto-generated");
    const stop = template === "thank_you" ? "List-Unsubscribe=One-Click" : undefined;
    expect(headers["list-unsubscribe-post"]).toBe(stop);
    expect(headers["content-type"]).toMatch(/^multipart\/alternative/);
    expect(read.to).toEqual([{ address: "ada@example.org", name: "" }]);
    expect(read.from).toEqual({ address: "hello@tribute.example", name: "Tribute" });
    expect(Object.keys(headers)).not.toContain("bcc");
    expect(read.attachments).toEqual([]);

    // Nothing that people typed is markup, and nothing is loaded from anywhere.
    expect(read.html).not.toMatch(/<script|<b>Kessler|<i>eve|\s(src|srcset|background)=|url\(/);
    const texts = [read.subject, read.text, read.html].join("\n");
    expect(texts).not.toMatch(/\{\{|\}\}|undefined|\bNaN\b|\[object /);
    expect(after).toMatchObject({ status: "SENT", params: {} });

    if (!(template in LINKS)) return;
    const [purpose, path] = LINKS[template as keyof typeof LINKS];
    const link = `${publicUrl}${path}${tokens.sign(purpose, TOKEN_ID)}`;
    expect(read.text).toContain(link);
    expect(read.html).toContain(`href="${link}"`);
    const token = tokens.sign(purpose, TOKEN_ID);
    for (const row of [before, after]) expect(JSON.stringify(row)).not.toContain(token);
  });
});

it("a second-factor mail also reports a second factor that was turned off", async () => {
  const { read } = await send("second_factor_changed", "de", { is_on: false, changed_at: AT });
  expect(read.subject).toBe("Zwei-Faktor-Anmeldung ausgeschaltet");
  expect(read.text).toContain("reicht zum Anmelden dein Passwort allein");
});

it("the mail of a chain that was emptied is an alarm, and names the head that is missing", async () => {
  const counts = { entries_count: 0, checkpoints_count: 0, destinations_count: 0, batches_count: 0 };
  const missing = { day: "2026-11-20", hash: "5f".repeat(32), entries_count: 1234 };
  const { read } = await send("chain_head", "en", {
    ...{ day: "2026-11-21", hash: null, missing, acts_count: 0, statements_count: 0 },
    ...counts,
  });
  expect(read.subject).toMatch(/^Alarm: the chain of the books was cut/);
  expect(read.text).toContain("The chain is empty.");
  expect(read.text).toContain(missing.hash);
  expect(read.text).toContain("1,234 entries");
});

it("the code for new payout data is the only text that stands large in its mail", async () => {
  const { read } = await send("payout_code", "en");
  const large = [...String(read.html).matchAll(/<p style="font-size:36px[^"]*">([^<]*)<\/p>/g)];
  expect(large.map(([, text]) => text)).toEqual([expect.stringMatching(/^\d{3} \d{3}$/)]);
  expect(read.text).toContain(large[0]?.[1]);
});
