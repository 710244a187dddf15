import { z } from "zod";
import { type TaxDetails, taxDetailsSchema } from "./tax-details.schema.ts";

/** What the report takes of a profile. */
const sellerProfileSchema = z.object({
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  company: z.string().nullable(),
  eu_ust_id: z.string().nullable(),
  address: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  /** By its two letters. */
  country: z.string().nullable(),
  /** "1990-12-31". */
  date_of_birth: z.string().nullable(),
});
export type SellerProfile = z.infer<typeof sellerProfileSchema>;

/** As they are kept of an account: once it is deleted, the profile that it had is among them. */
export const keptDetailsSchema = taxDetailsSchema.extend({ profile: sellerProfileSchema.nullable() });

/** What of a profile is not there yet. */
export type MissingPart = "names" | "company" | "date_of_birth" | "address";

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

/** A seller's identity in the report. */
export type SellerIdentity =
  | (Party & {
      kind: "PERSON";
      firstname: string;
      lastname: string;
      date_of_birth: string;
      birth_place: TaxDetails["birth_place"];
    })
  | (Party & { kind: "COMPANY"; name: string; register_number: string | null });

/** Null while anything is missing. */
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
