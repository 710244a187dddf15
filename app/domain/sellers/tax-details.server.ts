import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ActingUser, lockActingUser } from "../auth/sessions.server.ts";
import { businessDate } from "../calendar.ts";
import { countryOfMasked, maskTaxNumber, type TaxDetails, taxDetailsSchema } from "./tax-details.schema.ts";

const sellerProfileSchema = z.object({
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  company: z.string().nullable(),
  eu_ust_id: z.string().nullable(),
  address: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  date_of_birth: z.string().nullable(),
});
type SellerProfile = z.infer<typeof sellerProfileSchema>;

const storedDetailsSchema = taxDetailsSchema.extend({ profile: sellerProfileSchema.nullable() });

type MissingPart = "names" | "company" | "date_of_birth" | "address";

export function missingParts(kind: TaxDetails["kind"], profile: SellerProfile): MissingPart[] {
  const { address, zipcode, city, country } = profile;
  const isPerson = kind === "PERSON";
  const hasNames = Boolean(profile.firstname && profile.lastname);
  return [
    ...(isPerson && !hasNames ? ["names" as const] : []),
    ...(!isPerson && !profile.company ? ["company" as const] : []),
    ...(isPerson && !profile.date_of_birth ? ["date_of_birth" as const] : []),
    ...(address && zipcode && city && country ? [] : ["address" as const]),
  ];
}

interface Party {
  tin: TaxDetails["tin"];
  vat_id: string | null;
  country: string;
  street: string;
  zipcode: string;
  city: string;
}

export type SellerIdentity =
  | (Party & {
      kind: "PERSON";
      firstname: string;
      lastname: string;
      date_of_birth: string;
      birth_place: TaxDetails["birth_place"];
    })
  | (Party & { kind: "COMPANY"; name: string; register_number: string | null });

export function sellerIdentity(details: TaxDetails, profile: SellerProfile): SellerIdentity | null {
  const { tin, birth_place, register_number } = details;
  const { firstname, lastname, company, date_of_birth, eu_ust_id, address, zipcode, city, country } = profile;
  if (!address || !zipcode || !city || !country) return null;
  const party = { tin, vat_id: eu_ust_id, country, street: address, zipcode, city };
  if (details.kind === "COMPANY")
    return company ? { ...party, kind: "COMPANY", name: company, register_number } : null;
  if (!firstname || !lastname || !date_of_birth) return null;
  return { ...party, kind: "PERSON", firstname, lastname, date_of_birth, birth_place };
}

interface TaxDetailsFacts {
  given: {
    kind: TaxDetails["kind"];
    masked_tin: string | null;
    tin_country: string | null;
    changed_at: Date;
  } | null;
  missing: MissingPart[];
}

export async function findTaxDetails(db: Kysely<DB>, userId: string): Promise<TaxDetailsFacts> {
  const given = await db
    .selectFrom("seller_tax_details")
    .select(["kind", "masked_tin", "changed_at"])
    .where("user_id", "=", userId)
    .where("left_at", "is", null)
    .executeTakeFirst();
  const [profile] = await readSellerProfiles(db, [userId]);
  const kind = given?.kind ?? "PERSON";
  const tin_country = given?.masked_tin ? countryOfMasked(given.masked_tin) : null;
  return {
    given: given ? { ...given, tin_country } : null,
    missing: profile ? missingParts(kind, profile) : [],
  };
}

/** Logged without values. Throws StaleSession. */
export async function saveTaxDetails(
  services: { db: Kysely<DB>; encryption: Encryption; clock: () => Date },
  given: { user_id: string; details: TaxDetails; asker?: ActingUser },
): Promise<void> {
  const { user_id, details } = given;
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, given.asker);
    const kept = {
      kind: details.kind,
      masked_tin: details.tin && maskTaxNumber(details.tin),
      encrypted: encrypted(services.encryption, user_id, { ...details, profile: null }),
      changed_at: now,
    };
    await trx
      .insertInto("seller_tax_details")
      .values({ user_id, ...kept })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(kept))
      .execute();
    await writeAudit(trx, {
      ...{ actor_id: user_id, action: "tax_details.changed", subject: `user:${user_id}` },
      ...{ before: null, after: null, now },
    });
  });
}

/** Stays at deletion if a report needs it (app/domain/retention). */
export async function keepTaxDetails(
  trx: Transaction<DB>,
  encryption: Encryption,
  { user_id, now }: { user_id: string; now: Date },
): Promise<void> {
  const row = await trx
    .selectFrom("seller_tax_details")
    .select("encrypted")
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  if (!row) return;
  const [profile] = await readSellerProfiles(trx, [user_id]);
  if (!profile || !(await mayBeReported(trx, user_id, now))) {
    await trx.deleteFrom("seller_tax_details").where("user_id", "=", user_id).execute();
    return;
  }
  const { id: _, ...rest } = profile;
  const details = openTaxDetails(encryption, user_id, row.encrypted);
  await trx
    .updateTable("seller_tax_details")
    .set({
      masked_tin: null,
      encrypted: encrypted(encryption, user_id, { ...details, profile: rest }),
      left_at: now,
    })
    .where("user_id", "=", user_id)
    .execute();
}

/** By a notice or this year's tips; `sweepRetention` waits for it. */
async function mayBeReported(db: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  const { activities, eur_minor, near_bps } = productRules.dac7;
  const noticed = await db
    .selectFrom("seller_notices")
    .select("id")
    .where("creator_id", "=", userId)
    .where("state", "<>", "BELOW")
    .executeTakeFirst();
  if (noticed) return true;
  const { count, amount } = await db
    .selectFrom("monthly_tip_totals")
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>("tips_count"), eb.lit(0)).as("count"),
      eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), eb.lit(0)).as("amount"),
    ])
    .where("creator_id", "=", userId)
    .where("dimension", "=", "TYPE")
    .where("month", ">=", `${businessDate(now).slice(0, 4)}-01-01`)
    .executeTakeFirstOrThrow();
  // No profile currency is worth twice a euro.
  return Number(count) * 10_000 >= activities * near_bps || Number(amount) * 20_000 >= eur_minor * near_bps;
}

type StoredDetails = TaxDetails & { profile: SellerProfile | null };

export function openTaxDetails(encryption: Encryption, userId: string, bytes: Uint8Array): StoredDetails {
  return storedDetailsSchema.parse(
    JSON.parse(encryption.decrypt("tax-details", userId, bytes).toString("utf8")),
  );
}

function encrypted(encryption: Encryption, userId: string, details: StoredDetails): Buffer {
  return encryption.encrypt("tax-details", userId, Buffer.from(JSON.stringify(details)));
}

export async function readSellerProfiles(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<(SellerProfile & { id: string })[]> {
  return await db
    .selectFrom("users as u")
    .leftJoin("countries as c", "c.id", "u.country_id")
    .select(["u.id", "u.firstname", "u.lastname", "u.company", "u.eu_ust_id", "u.address", "u.zipcode"])
    .select(["u.city", "u.date_of_birth", "c.iso_3166_1 as country"])
    .where("u.id", "=", (eb) => eb.fn.any(eb.val([...userIds])))
    .where("u.deleted_at", "is", null)
    .execute();
}
