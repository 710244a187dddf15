import { XMLBuilder } from "fast-xml-parser";
import { productRules } from "../../product-rules.ts";
import type { ReportedSeller, ReportedYear } from "./reported-sellers.server.ts";
import type { SellerIdentity } from "./seller-identity.ts";
import { wholeEuros } from "./whole-euros.ts";

/** The reporting company, as the settings name it. */
export interface ReportingOperator {
  name: string;
  /** On one line. */
  address: string;
  vat_id: string;
}

/** The account that a seller is paid to; the type is IBAN, OBAN or Other. */
export interface SellerAccount {
  number: string;
  type: string;
  holder: string | null;
}

/** Where the operator is resident for taxes: it sends the message to its own authority. */
const HOME = productRules.payout.vat_home_country;
const TEXT_MAXIMUM = 200;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
});

/**
 * The report of a year as the DPI XML schema 1.0 has it (decisions/075). A year that is not closed yet makes a message of
 * test data, which no authority takes for the report. `accounts` are by the sellers' ids, `message_id` makes the ids
 * unique.
 */
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
        // New data, or that there is none.
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
    // Resident for taxes there.
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
