import { describe, expect, it } from "vitest";
import { PAYMENT_TYPES } from "../../app/domain/payments/provider-port.ts";
import { MOVEMENTS } from "../../app/domain/payouts/statements/month-statement.schema.ts";
import { CHANGED_FIELDS, PROVIDER_STATES } from "../../app/ui/components/changes.tsx";
import { LEDGER_ACCOUNTS, POSTING_KINDS } from "../../app/ui/components/ledger-names.ts";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";
import { listCode } from "../support/source-files.ts";
import { listAskedKeys, listCalledKeys, textsOf, variables, withoutPlural } from "../support/text-keys.ts";

const english = textsOf("en");
const keys = new Set([...english.keys()].map(withoutPlural));
const others = LOCALES.filter((locale) => locale !== "en");

/** The errors that have texts of their own. */
const STATUSES = ["400", "403", "404", "405", "410", "413", "429", "500", "503"];

/** Keys that are put together while the program runs, and all that they come out as. */
const ACCOUNT_STATUSES = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"];

const DOCUMENTS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"];

/** Mails that are a link (app/mail/templates/link-letter.ts), and those of which the name gives the rest (letter.tsx). */
const LINK_MAILS = ["register", "passwordReset", "deletion", "emailChange"];
const NAMED_MAILS =
  "accountLocked emailChangeNotice emailChanged passwordChanged payoutCode verificationAccepted verificationDeclined".split(
    " ",
  );

const DYNAMIC: Record<string, readonly string[]> = {
  "mail:document.*": DOCUMENTS,
  ...Object.fromEntries(
    ["subject", "heading", "footer"].map((part) => [`mail:*.${part}`, [...LINK_MAILS, ...NAMED_MAILS]]),
  ),
  ...Object.fromEntries(["text", "validity", "open"].map((part) => [`mail:*.${part}`, LINK_MAILS])),
  "payouts:monthStatement.movements.*": MOVEMENTS,
  "payouts:monthStatement.payoutHead.*": ["date", "gross", "fee", "net"],
  "admin:areas.*": [
    "overview",
    "verifications",
    "tips",
    "items",
    "featured",
    "payouts",
    "payoutData",
    "users",
    "payments",
    "books",
    "audit",
  ],
  "admin:featured.done.*": ["featured", "removed", "gone"],
  "admin:featured.*": ["addition", "removal"],
  "admin:reviews.views.*": ["queue", "recent", "declined"],
  "admin:reviews.reasons.*": ["image", "blocked_word", "link", "phone_number", "iban"],
  "admin:reviews.status.*": ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"],
  "admin:reviews.done.*": ["accepted", "declined", "gone"],
  "admin:tips.paymentStatus.*": [
    "CREATED",
    "REDIRECTED",
    "PROCESSING",
    "SUCCESS",
    "FAILED",
    "REFUNDED",
    "CHARGEBACK",
  ],
  "books:state.*": ["CREATED", "REDIRECTED", "PROCESSING", "SUCCESS", "FAILED", "REFUNDED", "CHARGEBACK"],
  "books:payment.done.*": ["refunded"],
  "books:refundState.*": ["REQUESTED", "DONE", "FAILED"],
  "books:askedBy.*": ["PRODUCT", "CREATOR", "OPERATOR", "PROVIDER"],
  "books:disputeState.*": ["OPEN", "WON", "LOST"],
  "books:event.*": [
    "created",
    "processing",
    "failed",
    "settled",
    "refused_by_provider",
    "refund_posted",
    "refund_done",
    "refund_failed",
    "refunding_second_success",
    "refunding_receiver_cannot_receive",
    "refunding_other_amount",
  ],
  "books:accounts.*": LEDGER_ACCOUNTS,
  "books:kinds.*": POSTING_KINDS,
  "changes:fields.*": CHANGED_FIELDS,
  "changes:provider.*": PROVIDER_STATES,
  "changes:failure.*": ["cancelled", "declined", "expired", "error"],
  "books:books.done.*": ["imported", "repeated", "written_off", "nothing_owed"],
  "errors:settlement.*": ["no_csv", "columns", "no_rows", "currency", "amount", "fee_above_gross"],
  "errors:refund.*": [
    "amount",
    "unknown",
    "locked",
    "not_paid",
    "disputed",
    "too_late",
    "changed",
    "nothing_left",
    "too_much",
    "too_small",
    "not_enough",
  ],
  "admin:status.*": ACCOUNT_STATUSES,
  "admin:queue.done.*": ["accepted", "declined", "locked", "gone"],
  "admin:user.done.*": ["locked", "unlocked", "reset", "gone", "requested", "refused"],
  "admin:money.*": [
    ...["creator_pending", "creator_dispute_hold", "payout_in_transit", "creator_unverified"],
    "creator_receivable",
  ],
  "admin:history.why.*": ["handed_in", "accepted", "declined", "unlocked", "declined_too_often"],
  "admin:decision.*": ["OPEN", "ACCEPTED", "DECLINED"],
  "admin:audit.*": ["user", "tip", "item", "payment", "settlement", "payout", "batch", "freeze"],
  "admin:acts.*": [
    "verification_accepted",
    "verification_declined",
    "account_locked",
    "account_unlocked",
    "account_second_factor_removed",
    "operator_created",
    "payment_refunded",
    "receivable_written_off",
    "settlement_imported",
    "payout_data_accepted",
    "payout_data_declined",
    "payout_data_viewed",
    "payouts_batched",
    "payouts_file_fetched",
    "payout_paid",
    "payout_failed",
    "payout_bounced",
    "payout_for_locked",
    "payouts_unfrozen",
    "tip_accepted",
    "tip_declined",
    "item_accepted",
    "item_declined",
    "creator_featured",
    "creator_unfeatured",
  ],
  "adminPayouts:rail.*": ["SEPA", "BANK_CSV", "PAXUM_CSV"],
  "adminPayouts:payouts.done.*": ["empty", "frozen", "no_account", "lifted", "gone"],
  "adminPayouts:batch.done.*": ["made", "done", "gone", "second_operator_needed", "no_file"],
  "adminPayouts:payout.done.*": ["done", "gone", "second_operator_needed"],
  "adminPayouts:data.done.*": ["accepted", "declined", "gone", "in_progress"],
  "adminPayouts:report.*": ["required", "unreadable", "too_big", "second_operator_needed"],
  "errors:payout.*": [
    "not_active",
    "in_progress",
    "no_payout_data",
    "payout_data_pending",
    "frozen",
    "below_minimum",
    "above_available",
    "currency_changed",
  ],
  "dashboard:status.*": ["ACTIVE", "PENDING", "DECLINED", "REFUNDED", "CHARGEBACK"],
  "dashboard:about.*": ["PENDING", "DECLINED", "REFUNDED", "CHARGEBACK"],
  "dashboard:refusal.*": ["not_active", "anonymous", "no_email", "used_up"],
  "dashboard:choice.*": ["AT_ONCE", "DAILY", "OFF"],
  "dashboard:csv.*": [
    ...[
      "id",
      "paid_at",
      "amount",
      "currency",
      "status",
      "sender",
      "email",
      "item",
      "message",
      "read_at",
      "replies",
    ],
    "file",
  ],
  "errors:reply.*": ["not_active", "anonymous", "no_email", "used_up"],
  "payouts:balance.*": [
    "creator_pending",
    "creator_dispute_hold",
    "payout_in_transit",
    "creator_unverified",
    "creator_receivable",
  ],
  "payouts:promise.*": [
    "monthly",
    "manual",
    "not_verified",
    "in_review",
    "declined",
    "owing",
    "locked",
    "no_bank_account",
    "no_paxum_account",
    "data_pending",
  ],
  "payouts:method.*": ["BANK", "PAXUM"],
  "payouts:type.*": ["MONTHLY", "MANUAL"],
  "payouts:status.*": ["REQUESTED", "PROCESSING", "PAID", "FAILED"],
  "payouts:fields.*": ["paxum", "paypal", "payoneer"],
  "verification:documents.*.name": DOCUMENTS,
  "verification:documents.*.help": DOCUMENTS,
  "common:error.notActive.*": ["CREATED", "PENDING", "DECLINED", "CHARGEBACK"],
  "verification:needs.*": [
    "open",
    "declined",
    "done",
    "names",
    "address",
    "date_of_birth",
    "social_link",
    "terms",
    "photo",
    ...DOCUMENTS,
  ],
  "errors:image.*": ["file_format", "file_size"],
  "account:tabs.*": ["tips", "payouts", "statistics"],
  "account:home.status.*": ACCOUNT_STATUSES,
  "account:home.about.*": ACCOUNT_STATUSES,
  "account:home.need.*": ["profile", "verification", "payout_data", "social_media"],
  "account:pages.*": [
    "edit",
    "email",
    "password",
    "security",
    "settings",
    "privacy",
    "currency",
    "socialMedia",
    "payoutData",
    "payouts",
    "verification",
    "terms",
    "export",
    "delete",
  ],
  "account:overview.*": ["open", "in_review", "declined", "done"],
  "account:edit.crop.*": ["x_percent", "y_percent", "zoom_percent"],
  "account:edit.*": ["avatar", "header"],
  "account:edit.*Help": ["avatar", "header"],
  "auth:terms.*": ["age", "identity", "content", "money", "data"],
  "home:values.*.title": ["whole", "light", "proof"],
  "home:values.*.text": ["whole", "light", "proof"],
  "home:voices.*": ["creator", "fan"],
  "tip:payment.types.*.name": PAYMENT_TYPES,
  "tip:payment.types.*.help": PAYMENT_TYPES,
  "tip:summary.*": ["changed", "unavailable", "wait", "blocked", "tried_too_often"],
  "common:mailbox.*": ["html", "plain"],
  "common:error.s*.title": STATUSES,
  "common:error.s*.subtitle": STATUSES,
  "common:error.s*.text": STATUSES,
  "result:waiting.*Heading": ["transfer", "debit"],
  "result:waiting.*Open": ["transfer", "debit"],
  "result:waiting.*Text": ["transfer", "debit"],
  "result:ended.*Heading": ["refunded", "chargeback"],
  "result:ended.*Text": ["refunded", "chargeback"],
  "result:failed.reasons.*": ["cancelled", "declined", "expired", "error"],
};

describe("the texts", () => {
  it.each(others)("are the same in English and %s, forms of plurals aside", (locale) => {
    const named = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(withoutPlural))].sort();
    expect(named(textsOf(locale))).toEqual(named(english));
  });

  it("have every plural form that the language knows", () => {
    for (const locale of LOCALES) {
      const texts = textsOf(locale);
      const categories = new Intl.PluralRules(LANGUAGES[locale].tag).resolvedOptions().pluralCategories;
      const plurals = [...texts.keys()].filter((key) => withoutPlural(key) !== key);
      for (const key of plurals.map(withoutPlural)) {
        for (const category of categories)
          expect(texts.has(`${key}_${category}`), `${locale} ${key}_${category}`).toBe(true);
      }
    }
  });

  it("all say something, without space at their ends", () => {
    for (const locale of LOCALES) {
      const poor = [...textsOf(locale)].filter(([, text]) => text.trim() === "" || text !== text.trim());
      expect(poor).toEqual([]);
    }
  });

  it.each(others)("name the same values in English and %s", (locale) => {
    const different = [...textsOf(locale)].flatMap(([key, text]) => {
      // A language may have more forms of a plural than English.
      const source = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? "";
      // What is said of one thing may spell its number out.
      const named = (each: string) =>
        variables(each).filter((name) => name !== "count" || !key.endsWith("_one"));
      return JSON.stringify(named(text)) === JSON.stringify(named(source))
        ? []
        : [`${key}: ${source} / ${text}`];
    });
    expect(different).toEqual([]);
  });

  it("in German have German quotation marks and real apostrophes", () => {
    expect([...textsOf("de")].filter(([, text]) => /["'`´]|“[^“„]*”/.test(text))).toEqual([]);
  });

  it("have no HTML in them", () => {
    for (const locale of LOCALES)
      expect([...textsOf(locale)].filter(([, text]) => /<\w|&\w+;/.test(text))).toEqual([]);
  });
});

describe("the keys", () => {
  it("that the code asks for are there", () => {
    const called = listCalledKeys();
    expect(called.length).toBeGreaterThan(80);
    const missing = called.filter((each) => {
      const names = each.areas.map((area) => `${area}:${each.key}`);
      return !names.some((name) => (each.isDynamic ? name in DYNAMIC : keys.has(name)));
    });
    expect(missing.map((each) => `${each.file}: ${each.areas.join("|")}:${each.key}`)).toEqual([]);
  });

  it("that are put together at run time are there, all that they may come out as", () => {
    const missing = Object.entries(DYNAMIC).flatMap(([pattern, values]) =>
      values.map((value) => pattern.replace("*", value)).filter((key) => !keys.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it("of errors that a form or a rule names are there", () => {
    const forms = listCode("app").filter((file) => !file.name.startsWith("app/sandbox-provider/"));
    const named = forms.flatMap((file) =>
      [...file.text.matchAll(/["'`]errors\.([\w.]+)["'`]/g)].map((match) => ({
        file: file.name,
        key: `errors:${match[1]}`,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => !keys.has(each.key))).toEqual([]);
  });

  it("are all asked for somewhere", () => {
    const asked = new Set<string>();
    for (const { areas, key, isDynamic } of listAskedKeys()) {
      for (const area of areas) {
        const name = `${area}:${key}`;
        if (!isDynamic) asked.add(name);
        for (const value of DYNAMIC[name] ?? []) asked.add(name.replace("*", value));
      }
    }
    expect([...keys].filter((key) => !asked.has(key))).toEqual([]);
  });
});
