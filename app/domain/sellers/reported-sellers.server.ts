import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { type Seller, type SellersOfYear, sellersOfYear } from "../ledger/seller-years.server.ts";
import { isInEu } from "../tax/eu-vat.ts";
import { type SellerIdentity, sellerIdentity } from "./seller-identity.ts";
import { openTaxDetails, readSellerProfiles } from "./tax-details.server.ts";

/** A seller with the identity of the report; null while tax details or profile are incomplete. */
export interface ReportedSeller extends Seller {
  identity: SellerIdentity | null;
}

export interface ReportedYear extends SellersOfYear {
  sellers: ReportedSeller[];
  /** Of them those that the file has, and those that it has to have and cannot. */
  in_file: ReportedSeller[];
  missing: ReportedSeller[];
  /** False while nothing but what is missing would be in it: that there is nothing to report is not true then. */
  has_file: boolean;
}

/** The sellers of a year with their tax details; of a deleted account, country and details are those at its deletion. */
export async function reportedSellers(
  { db, encryption }: { db: Kysely<DB>; encryption: Encryption },
  year: number,
): Promise<ReportedYear> {
  const found = await sellersOfYear(db, year);
  const ids = found.sellers.map(({ creator_id }) => creator_id);
  const [rows, profiles] = await Promise.all([
    db
      .selectFrom("seller_tax_details")
      .select(["user_id", "encrypted"])
      .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
      .execute(),
    readSellerProfiles(db, ids),
  ]);
  const profileOf = new Map(profiles.map(({ id, ...profile }) => [id, profile]));
  const detailsOf = new Map(
    rows.map(({ user_id, encrypted }) => [user_id, openTaxDetails(encryption, user_id, encrypted)]),
  );
  const sellers = found.sellers.map((seller): ReportedSeller => {
    const details = detailsOf.get(seller.creator_id);
    const profile = details?.profile ?? profileOf.get(seller.creator_id);
    const country = profile?.country ?? null;
    return {
      ...seller,
      country,
      is_in_eu: country === null ? null : isInEu(country),
      identity: details && profile ? sellerIdentity(details, profile) : null,
    };
  });
  const reportable = sellers.filter(({ state, is_in_eu }) => state === "REPORTABLE" && is_in_eu !== false);
  const in_file = reportable.filter(({ identity }) => identity !== null);
  const missing = reportable.filter(({ identity }) => identity === null);
  return { ...found, sellers, in_file, missing, has_file: in_file.length > 0 || missing.length === 0 };
}
