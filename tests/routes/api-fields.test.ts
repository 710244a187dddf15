import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeApi } from "../../app/api/openapi.server.ts";

// Each prescribed field of the product's entities, and the field of the API that carries it. Answers are held against the
// document in every other test, so the document alone is read here.

const { paths, components } = describeApi("http://localhost", (name) => name);

const schemaNode = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
const content = z.looseObject({ content: z.record(z.string(), z.object({ schema: z.unknown() })) });
const operation = z.looseObject({
  requestBody: content.optional(),
  responses: z.record(z.string(), z.unknown()),
});

/** True when the schema has a field at the path; lists and alternatives are looked through. */
function hasField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const node = schemaNode.safeParse(schema);
  if (!node.success) return false;
  const { $ref, properties, items, anyOf = [], oneOf = [], allOf = [] } = node.data;
  if ($ref) return hasField(components.schemas[$ref.split("/").at(-1) ?? ""], [name, ...rest]);
  if (properties && name in properties) return hasField(properties[name], rest);
  return [items, ...anyOf, ...oneOf, ...allOf].some((each) => each && hasField(each, [name, ...rest]));
}

function schemasOf(call: string, part: "body" | "answer"): unknown[] {
  const [method = "", path = ""] = call.split(" ");
  const found = operation.parse(paths[path]?.[method.toLowerCase()]);
  const bodies = part === "body" ? [found.requestBody] : [found.responses["200"], found.responses["201"]];
  return bodies.flatMap((body) => {
    const read = content.safeParse(body);
    return read.success ? Object.values(read.data.content).map(({ schema }) => schema) : [];
  });
}

interface Entity {
  call: string;
  part: "body" | "answer";
  /** The prescribed fields, or `prescribed name: path here` where they differ. */
  fields: readonly string[];
}

const ENTITIES: Record<string, Entity> = {
  "sign-in state": {
    ...{ call: "POST /oauth/token", part: "answer" },
    fields: ["access_token", "expires_in"],
  },
  "sign-in's answer": {
    ...{ call: "POST /api/login", part: "answer" },
    fields: ["accessToken", "token.expires_at"],
  },
  user: {
    ...{ call: "GET /api/user", part: "answer" },
    fields: [
      ...["data.id", "data.email", "name: data.name", "data.username", "avatar: data.avatar_url"],
      ...["header: data.header_url", "data.firstname", "data.lastname", "data.country_id", "data.company"],
      ...["data.eu_ust_id", "data.address", "data.zipcode", "data.city", "data.date_of_birth"],
      ...["day: data.date_of_birth_day", "month: data.date_of_birth_month", "year: data.date_of_birth_year"],
      ...["data.status", "data.email_verified_at", "data.verification_terms_accepted_at"],
      ...["data.verification_terms_declined_at", "data.has_new_tips", "data.avatar_url"],
      ...["data.avatar_thumbnail_url", "data.profile_url", "data.currency", "data.ranking_enabled_at"],
      ...["data.payout_type_id", "payout method: data.payout_method", "data.min_payout"],
      ...["data.default_price_per_message", "data.show_online_status"],
      ...["email notification opt-in: data.email_notifications"],
    ],
  },
  "user's form": {
    ...{ call: "POST /api/account", part: "body" },
    fields: ["avatar", "header", "date_of_birth_day", "date_of_birth_month", "date_of_birth_year"],
  },
  "payout data's form": {
    ...{ call: "POST /api/payoutdata", part: "body" },
    fields: [
      ...["bank_account_owner", "bank_name", "bank_iban", "bank_bic", "bank_country_id"],
      ...["paypal_account_owner", "paypal_email", "paxum_account_owner", "paxum_email"],
      ...["payoneer_account_owner", "payoneer_email"],
    ],
  },
  "payout data": {
    ...{ call: "POST /api/payoutdata/{id}/confirm", part: "answer" },
    fields: [
      ...["data.bank_account_owner", "data.bank_name", "data.bank_iban", "data.bank_bic"],
      ...["data.bank_country_id", "data.paypal_account_owner", "data.paypal_email"],
      ...["data.paxum_account_owner", "data.paxum_email"],
      ...["data.payoneer_account_owner", "data.payoneer_email"],
    ],
  },
  "verification documents": {
    ...{ call: "POST /api/seller", part: "body" },
    fields: ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"],
  },
  "social media ids": {
    ...{ call: "GET /api/user", part: "answer" },
    fields: ["instagram", "twitter", "finmessage", "dommelink", "tiktok", "twitch", "youtube"].flatMap(
      (network) => [`data.${network}`, `data.${network}_visible`],
    ),
  },
  "microblogging settings": {
    ...{ call: "PATCH /api/twitter/settings", part: "answer" },
    fields: [
      ...["data.tweet_on_new_donation", "data.tweet_on_new_donation_show_amount"],
      ...["data.tweet_on_new_donation_frequency", "data.tweet_on_profile_ads_frequency"],
      "data.tweet_on_tribute_achievement",
    ],
  },
  tip: {
    ...{ call: "GET /api/tribute/{id}", part: "answer" },
    fields: [
      ...["data.name", "data.amount", "image: data.image_url", "data.status", "data.message"],
      ...["sender display name: data.sender_name", "sender email: data.sender_email"],
      ...["date: data.paid_at", "read state: data.read_at", "reply: data.replies.message"],
    ],
  },
  "tribute item": {
    ...{ call: "GET /api/user-tribute/{id}", part: "answer" },
    fields: ["data.id", "data.name", "data.amount", "data.mediafile_id", "display order: data.order"],
  },
  payment: {
    ...{ call: "GET /api/payment/{id}", part: "answer" },
    fields: ["data.type", "data.servicefee", "fee including VAT: data.fee_incl_vat", "data.total"],
  },
  payout: {
    ...{ call: "GET /api/payouts", part: "answer" },
    fields: [
      ...["date: data.requested_at", "amount (brutto): data.amount", "data.status"],
      ...["invoice: data.statement_url", "country overview: data.country_overview.country"],
      "payout type: data.payout_type",
    ],
  },
  country: { ...{ call: "GET /api/countries", part: "answer" }, fields: ["data.id", "data.iso_3166_1"] },
  "media file's form": {
    ...{ call: "POST /api/mediafiles", part: "body" },
    fields: ["file", "key", "is_public", "grouplist_id"],
  },
  "media file": {
    ...{ call: "POST /api/mediafiles", part: "answer" },
    fields: ["avatar: data.id", "tribute image: data.file.id"],
  },
  grouplist: {
    ...{ call: "GET /api/grouplist/{slug}", part: "answer" },
    fields: [
      ...["data.id", "data.slug", "data.name", "data.currency", "data.user_id", "data.status", "data.url"],
      ...["data.avatar_url", "data.invite_url", "data.invites_enabled", "data.ranking_enabled_at"],
      ...["data.is_ranking_enabled", "data.rank_30days", "data.tips_count_all_time"],
      ...["data.tips_total_30days", "data.users", "data.policies.grouplist.avatar.delete"],
      ...["data.created_at", "total turnover: data.total_turnover"],
    ],
  },
  "grouplist's form": {
    ...{ call: "PATCH /api/grouplist/{slug}", part: "body" },
    fields: ["name", "invites_enabled", "invite_url", "currency", "ranking_enabled", "mediafile_id"],
  },
  "grouplist user": {
    ...{ call: "GET /api/grouplist/{slug}", part: "answer" },
    fields: ["id", "name", "username", "avatar_url", "is_online", "pivot.id", "pivot.status"].map(
      (field) => `data.users.${field}`,
    ),
  },
  "voucher's form": {
    ...{ call: "POST /api/voucher/send", part: "body" },
    fields: ["amount", "message", "sender_name", "email", "country_id"],
  },
  voucher: {
    ...{ call: "POST /api/voucher/check", part: "answer" },
    fields: [
      ...["data.voucher.amount", "data.voucher.message", "sender name: data.voucher.sender_name"],
      "expiry date: data.voucher.valid_until",
    ],
  },
};

describe.each(Object.entries(ENTITIES))("the prescribed %s", (_, { call, part, fields }) => {
  test.each(fields)(`has %s in ${call}`, (field) => {
    const path = (field.split(": ").at(-1) ?? "").replace("grouplist.avatar.delete", "policy").split(".");
    const names = path.map((name) => (name === "policy" ? "grouplist.avatar.delete" : name));
    const schemas = schemasOf(call, part);
    expect(schemas.length).toBeGreaterThan(0);
    expect(schemas.some((schema) => hasField(schema, names))).toBe(true);
  });
});
