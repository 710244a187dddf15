import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { LIKELY, mixed, type Schema } from "./call-bodies.ts";

/** Things of the demo that calls are about. */
export interface ThingsOfDemo {
  creator: string;
  tip: string;
  payment: string;
  item: string;
  group: string;
}

/** What the demo's creator joerdis has of each kind. */
export async function findThings(db: Kysely<DB>): Promise<ThingsOfDemo> {
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  const tip = await db
    .selectFrom("tips")
    .innerJoin("payments", "payments.tip_id", "tips.id")
    .select(["tips.id", "payments.id as payment"])
    .where("tips.creator_id", "=", id)
    .where("tips.status", "=", "ACTIVE")
    // One that can be thanked for.
    .where("tips.sender_email", "is not", null)
    .where("tips.sender_name", "is not", null)
    .executeTakeFirstOrThrow();
  const item = await db
    .selectFrom("tribute_items")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return { creator: id, tip: tip.id, payment: tip.payment, item: item.id, group: "nachtmus" };
}

/** The id that an address most likely means; of what the call takes away, there is none. */
export function likelyId(method: string, path: string, things: ThingsOfDemo): string {
  if (method === "DELETE") return randomUUID();
  if (path.startsWith("/api/user/")) return things.creator;
  if (path.startsWith("/api/user-tribute/")) return things.item;
  if (path.startsWith("/api/tribute/")) return things.tip;
  if (path.startsWith("/api/payment/")) return things.payment;
  return path.startsWith("/api/grouplist/") ? things.group : randomUUID();
}

const TIP = { amount: "5.00", name: "Ada", type: "INETCASH_CC", country_id: 57, email: "ada@fans.example" };
const BANK = { bank_account_owner: "Jördis Kessler", bank_name: "Bank", bank_iban: "DE02120300000000202051" };

/** A body, or a query, that is right, of calls for which many fields have to be right at once. */
const RIGHT: Record<string, Record<string, unknown>> = {
  "POST /api/user/{id}/tribute": TIP,
  "POST /api/grouplist/{slug}/tribute": { ...TIP, amount: "20" },
  "POST /api/voucher/send": { ...TIP, amount: "25", currency: "EUR", sender_name: "Ada", message: "For you" },
  "POST /api/voucher/check": { code: "7K2M-QX4D-9VTB-3HNA" },
  "POST /api/payoutdata": { ...BANK, bank_bic: "BYLADEM1001", bank_country_id: 57 },
  "PATCH /api/account/settings": { show_online_status: true, default_price_per_message: "5.00" },
  "PATCH /api/account": { name: "Jördis Kessler", city: "Leipzig", country_id: 57 },
  "PATCH /api/seller/social-media": { twitch: "joerdis", twitch_visible: true },
  "POST /api/user-tributes": { name: "Strings", amount: "9.50" },
  "POST /api/user-tribute/{id}/order": { order: 0 },
  "POST /api/tribute/{id}/reply": { message: "Thank you" },
  "POST /api/locale": { locale: "de" },
  "POST /api/tracking/access": { type: "FRONTEND", method: "GET", path: "/faq", query: "" },
  "GET /api/payment/fee": { amount: "5", currency: "EUR", country_id: "57" },
  "GET /api/user/{id}": {},
  "GET /api/payment/{id}": {},
  "GET /api/sales": { from: "2026-01-01", to: "2026-12-31" },
  "GET /api/leaderboard/creators": { range: "month" },
  "GET /api/leaderboard/creators/history": { interval: "month" },
};

/** What is right for a call; null where nothing is known of it. */
export function rightFields(method: string, path: string): Record<string, unknown> | null {
  return RIGHT[`${method} ${path}`] ?? null;
}

/** What is right, with up to two fields replaced: by what is likely for another one, or by what the schema knows. */
export function nearlyRight(
  right: Record<string, unknown>,
  properties: Readonly<Record<string, Schema>>,
): fc.Arbitrary<Record<string, unknown>> {
  const names = [...new Set([...Object.keys(right), ...Object.keys(properties)])];
  if (names.length === 0) return fc.constant(right);
  const replaced = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof(fc.constantFrom<unknown>(...LIKELY), mixed(properties[name] ?? {}))
        .map((value) => ({ [name]: value })),
    );
  return fc.array(replaced, { maxLength: 2 }).map((changes) => Object.assign({}, right, ...changes));
}
