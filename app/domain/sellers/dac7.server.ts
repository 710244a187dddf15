import { XMLBuilder } from "fast-xml-parser";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { type Seller, type SellersOfYear, sellersOfYear } from "../ledger/seller-years.server.ts";
import { isInEu } from "../tax/eu-vat.ts";
import {
  openTaxDetails,
  readSellerProfiles,
  type SellerIdentity,
  sellerIdentity,
} from "./tax-details.server.ts";

export interface ReportedSeller extends Seller {
  identity: SellerIdentity | null;
}

interface ReportedYear extends SellersOfYear {
  sellers: ReportedSeller[];
  in_file: ReportedSeller[];
  missing: ReportedSeller[];
  /** An empty file would report that there is nothing. */
  has_file: boolean;
}

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

/** Differences of rounded running sums, half up: they add up to the year's. */
export function wholeEuros(quarters: readonly number[]): number[] {
  let cents = 0;
  let before = 0;
  return quarters.map((amount) => {
    cents += amount;
    const half = cents + 50;
    const now = (half - (((half % 100) + 100) % 100)) / 100;
    const euros = now - before;
    before = now;
    return euros;
  });
}

interface ReportingOperator {
  name: string;
  address: string;
  vat_id: string;
}

interface SellerAccount {
  number: string;
  type: string;
  holder: string | null;
}

const HOME = productRules.payout.vat_home_country;
const TEXT_MAXIMUM = 200;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
});

/** DPI XML schema 1.0 (docs/decisions/075). An open year gives test data. `message_id` makes ids unique. */
export function dac7Message(
  year: ReportedYear,
  {
    operator,
    accounts,
    message_id,
    now,
  }: {
    operator: ReportingOperator;
    accounts: ReadonlyMap<string, SellerAccount>;
    message_id: string;
    now: Date;
  },
): string {
  const ref = `${HOME}${year.year}-${message_id}`;
  const docSpec = (name: string) => ({
    "stf:DocTypeIndic": year.is_final ? "OECD1" : "OECD11",
    "stf:DocRefId": `${ref}-${name}`,
  });
  return builder.build({
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    "dpi:DPI_OECD": {
      "@_xmlns:dpi": "urn:oecd:ties:dpi:v1",
      "@_xmlns:stf": "urn:oecd:ties:dpistf:v1",
      "@_version": "1.0",
      "dpi:MessageSpec": {
        "dpi:TransmittingCountry": HOME,
        "dpi:ReceivingCountry": HOME,
        "dpi:MessageType": "DPI",
        "dpi:MessageRefId": ref,
        "dpi:MessageTypeIndic": year.in_file.length > 0 ? "DPI401" : "DPI403",
        "dpi:ReportingPeriod": `${year.year}-12-31`,
        "dpi:Timestamp": now.toISOString().replace(/\.\d+Z$/, "Z"),
      },
      "dpi:DPIBody": {
        "dpi:PlatformOperator": { ...platformOperator(operator), "dpi:DocSpec": docSpec("operator") },
        "dpi:ReportableSeller": year.in_file.flatMap((seller) =>
          seller.identity === null
            ? []
            : [
                {
                  "dpi:Identity": identity(seller.identity, accounts.get(seller.creator_id)),
                  "dpi:RelevantActivities": { "dpi:PersonalServices": activities(seller) },
                  "dpi:DocSpec": docSpec(seller.creator_id),
                },
              ],
        ),
      },
    },
  });
}

function platformOperator({ name, address, vat_id }: ReportingOperator) {
  return {
    "dpi:ResCountryCode": HOME,
    "dpi:TIN": { "@_issuedBy": HOME, "#text": vat_id },
    "dpi:VAT": vat_id,
    "dpi:Name": name.slice(0, TEXT_MAXIMUM),
    "dpi:Address": { "dpi:CountryCode": HOME, "dpi:AddressFree": address },
    "dpi:Nexus": "RPONEX1",
    "dpi:AssumedReporting": "false",
  };
}

function identity(seller: SellerIdentity, account: SellerAccount | undefined) {
  const { country, vat_id } = seller;
  const first = {
    "dpi:ResCountryCode": country,
    "dpi:TIN": seller.tin
      ? { "@_issuedBy": seller.tin.country, "#text": seller.tin.number }
      : { "@_unknown": "true" },
  };
  const vat = vat_id ? { "dpi:VAT": vat_id } : {};
  const address = {
    "dpi:Address": {
      "dpi:CountryCode": country,
      "dpi:AddressFix": {
        "dpi:Street": seller.street,
        "dpi:PostCode": seller.zipcode,
        "dpi:City": seller.city,
      },
    },
  };
  const financial = account ? { "dpi:FinancialIdentifier": financialIdentifier(account) } : {};
  if (seller.kind === "COMPANY") {
    const register = seller.register_number
      ? { "dpi:IN": { "@_issuedBy": country, "@_INType": "BRN", "#text": seller.register_number } }
      : {};
    const party = { ...first, ...register, ...vat, "dpi:Name": seller.name, ...address };
    return { "dpi:EntitySeller": { "dpi:Standard": { "dpi:EntSellerID": party, ...financial } } };
  }
  const { birth_place } = seller;
  const born = birth_place
    ? {
        "dpi:BirthPlace": {
          "dpi:City": birth_place.city,
          "dpi:CountryInfo": { "dpi:CountryCode": birth_place.country },
        },
      }
    : {};
  const party = {
    ...{ ...first, ...vat },
    "dpi:Name": { "dpi:FirstName": seller.firstname, "dpi:LastName": seller.lastname },
    ...address,
    "dpi:BirthInfo": { "dpi:BirthDate": seller.date_of_birth, ...born },
  };
  return { "dpi:IndividualSeller": { "dpi:Standard": { "dpi:IndSellerID": party, ...financial } } };
}

function financialIdentifier({ number, type, holder }: SellerAccount) {
  return {
    "dpi:Identifier": { "@_AccountNumberType": type, "#text": number },
    ...(holder ? { "dpi:AccountHolderName": holder } : {}),
  };
}

function activities({ quarters }: ReportedSeller) {
  const amounts = (prefix: string, cents: readonly number[]) =>
    Object.fromEntries(
      wholeEuros(cents).map((euros, place) => [
        `dpi:${prefix}Q${place + 1}`,
        { "@_currCode": "EUR", "#text": String(euros) },
      ]),
    );
  return {
    "dpi:Consideration": amounts(
      "Cons",
      quarters.map((each) => each.consideration_minor),
    ),
    "dpi:NumberOfActivities": Object.fromEntries(
      quarters.map((each, place) => [`dpi:NumbQ${place + 1}`, each.activities]),
    ),
    "dpi:Fees": amounts(
      "Fees",
      quarters.map((each) => each.fees_minor),
    ),
    "dpi:Taxes": amounts(
      "Tax",
      quarters.map((each) => each.taxes_minor),
    ),
  };
}
