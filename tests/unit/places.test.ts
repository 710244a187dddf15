import { describe, expect, it } from "vitest";
import { countryName } from "../../app/domain/money/formats.ts";
import { compactAccount, isAccountIn, isIban } from "../../app/domain/money/iban.ts";
import { payoutDataForm } from "../../app/domain/payouts/destinations/payout-data.schema.ts";
import { railOf, regionOf } from "../../app/domain/payouts/requests/payout-fees.ts";
import { feeVatCountry, isReverseCharge } from "../../app/domain/tax/eu-vat.ts";
import { readVatId } from "../../app/domain/tax/vat-id.schema.ts";
import { profileForm } from "../../app/domain/users/profile.schema.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { COUNTRIES } from "../../db/migrations/data/countries.ts";
import { EMPTY_DETAILS } from "../support/money/payout-world.ts";

const DE = "DE89370400440532013000";
const FR = "FR1420041010050500013M02606";
const GB = "GB29NWBK60161331926819";
const FI = "FI2112345600000785";
const NO = "NO9386011117947";
const ES = "ES9121000418450200051332";
const XK = "XK051212012345678906";
const CH = "CH9300762011623852957";

describe("an account number", () => {
  it.each([
    ...["DE89 3704 0044 0532 0130 00", "IBAN DE89 3704 0044 0532 0130 00", "iban: de89370400440532013000"],
    ...["IBAN-Nr. DE89.3704.0044.0532.0130.00", "DE89\u00a03704\u202f0044\u00a00532\u00a00130\u00a000"],
    ...[
      "DE89-3704-0044-0532-0130-00",
      "ＤＥ８９ 3704 0044 0532 0130 00",
      "DE89\u200b37040044\ufeff0532013000",
    ],
    ...["  IBANDE89370400440532013000\n", "DE89–3704–0044–0532–0130–00"],
  ])("an account number is read as it is pasted: %j", (typed) => {
    expect(compactAccount(typed)).toBe(DE);
    const form = payoutDataForm(() => "DE");
    const bank = {
      bank_account_owner: "Ada",
      bank_name: "Bank",
      bank_bic: "COBADEFFXXX",
      bank_country_id: 1,
    };
    expect(form.parse({ ...EMPTY_DETAILS, ...bank, bank_iban: typed }).bank_iban).toBe(DE);
    const account = { PAYOUT_ACCOUNT_OWNER: "Ada", PAYOUT_BIC: "COBADEFFXXX", PAYOUT_IBAN: typed };
    expect(readConfig({ APP_MODE: "demo", ...account }).payoutAccount?.iban).toBe(DE);
  });

  it.each<[string, string, boolean]>([
    ...[
      ["DE", DE],
      ["FR", FR],
      ["GB", GB],
      ["FI", FI],
      ["NO", NO],
      ["ES", ES],
      ["XK", XK],
      ["CH", CH],
    ].map(([country = "", account = ""]): [string, string, boolean] => [country, account, true]),
    ...["GP", "RE", "MQ", "GF", "YT", "PM", "NC", "PF", "WF", "BL", "MF", "TF"].map(
      (country): [string, string, boolean] => [country, FR, true],
    ),
    ...["GG", "JE", "IM"].map((country): [string, string, boolean] => [country, GB, true]),
    ["AX", FI, true],
    ["SJ", NO, true],
    ["GI", "GI75NWBK000000007099453", true],
    ["FO", "FO6264600001631634", true],
    ["GL", "GL8964710001000206", true],
    ["MC", "MC5811222000010123456789030", true],
    // Another country's, or wrong check digits.
    ["DE", FR, false],
    ["GP", DE, false],
    ["GP", "GP1420041010050500013M02606", false],
    ["GG", FR, false],
    ["GG", "GB30NWBK60161331926819", false],
    ["JE", "12345678", false],
    ["AX", NO, false],
    ["XK", "XK061212012345678906", false],
    ["XK", "12345678", false],
    ["MC", FR, false],
    // Where there are no IBANs: the bank's own number, but no IBAN of elsewhere and no wrong one.
    ["US", "123456789012", true],
    ["CA", "0012345678", true],
    ["US", DE, false],
    ["US", "DE88370400440532013000", false],
    ["US", "12'; drop", false],
    ["IM", "IM29NWBK60161331926819", false],
  ])("an account number of a bank in %s: %s is %s", (country, account, isThere) => {
    expect(isAccountIn(account, country)).toBe(isThere);
  });

  it("an account number with any digit changed is no IBAN", () => {
    for (const iban of [DE, FR, GB, FI, XK, CH])
      for (let at = 2; at < iban.length; at += 1) {
        const digit = iban[at] ?? "";
        if (!/\d/.test(digit)) continue;
        const wrong = `${iban.slice(0, at)}${(Number(digit) + 1) % 10}${iban.slice(at + 1)}`;
        expect(isIban(wrong), wrong).toBe(false);
      }
  });
});

describe("a VAT id", () => {
  it.each([
    ["DE 136 695 976", "DE136695976"],
    ["de-136.695.976", "DE136695976"],
    ["EL094259216", "EL094259216"],
    ["GR 094259216", "EL094259216"],
    ["XI 110305878", "XI110305878"],
    ["XIGD001", null],
    ["GB 110305878", "GB110305878"],
    ["CHE-116.281.710 MWST", "CHE116281710MWST"],
    ["CHE-116.281.710 TVA", "CHE116281710TVA"],
    ["che116281710iva", "CHE116281710IVA"],
    ["CHE-116.281.710", "CHE116281710"],
    ["FR 40 303 265 045", "FR40303265045"],
    ["DE136695977", null],
    ["XI110305879", null],
    ["CHE116281711MWST", null],
    ["GB110305879", null],
    ["EL094259217", null],
    ["hello", null],
  ])("a VAT id typed as %j is %j", (typed, id) => {
    expect(readVatId(typed)).toBe(id);
    const person = { username: "jordis", name: "Jördis", eu_ust_id: typed };
    expect(profileForm("2026-11-25").safeParse(person).data?.eu_ust_id ?? null).toBe(id);
  });

  it.each([
    ["FR", "FR40303265045", true],
    ["GR", "EL094259216", true],
    ["IE", "IE6388047V", true],
    // Ours, another country's, and those that are none of the Union's for services.
    ["DE", "DE136695976", false],
    ["FR", "DE136695976", false],
    ["GB", "XI110305878", false],
    ["IE", "XI110305878", false],
    ["GB", "GB110305878", false],
    ["CH", "CHE116281710MWST", false],
    ["XK", "FR40303265045", false],
    ["FR", null, false],
  ])("a creator in %s with the VAT id %s owes the VAT: %s", (country, eu_ust_id, isOwed) => {
    expect(isReverseCharge({ country, eu_ust_id, is_vat_id_refused: false })).toBe(isOwed);
  });
});

describe("Kosovo", () => {
  it("Kosovo is a country by its name, without VAT, paid outside SEPA", () => {
    expect(COUNTRIES.indexOf("XK") + 1).toBe(250);
    expect([countryName("XK", "de"), countryName("XK", "en")]).toEqual(["Kosovo", "Kosovo"]);
    expect(feeVatCountry({ country: "XK", eu_ust_id: null, is_vat_id_refused: false })).toBeNull();
    expect([regionOf("BANK", "XK"), railOf("BANK", "EUR", "XK")]).toEqual(["DEFAULT", "BANK_CSV"]);
  });
});

it.each([
  ["GP", "EU", "SEPA"],
  ["RE", "EU", "SEPA"],
  ["AX", "EU", "SEPA"],
  ["PM", "SPECIAL", "SEPA"],
  ["GG", "SPECIAL", "SEPA"],
  ["GI", "SPECIAL", "SEPA"],
  ["NC", "DEFAULT", "BANK_CSV"],
  ["GL", "DEFAULT", "BANK_CSV"],
] as const)("a bank in %s is of the region %s, and %s carries the money", (country, region, rail) => {
  expect([regionOf("BANK", country), railOf("BANK", "EUR", country)]).toEqual([region, rail]);
});
