import { describe, expect, it } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { maskAccount, payoutDataForm } from "../../app/domain/payouts/destinations/payout-data.schema.ts";
import { railOf, regionOf, withdrawalFee } from "../../app/domain/payouts/requests/payout-fees.ts";
import { feeVatCountry, includedVat } from "../../app/domain/tax/eu-vat.ts";
import { defaultSettings, type PayoutRegion } from "../../app/product-settings.ts";
import { EMPTY_DETAILS } from "../support/money/payout-world.ts";

/** docs/product.md, 7.3: at, just below and just above each edge; null is below the minimum. */
const FEES: [PayoutRegion, number, number | null][] = [
  ["EU", 4_99, null],
  ["EU", 5_00, 1_50],
  ["EU", 5_01, 1_50],
  ["EU", 149_99, 1_50],
  ["EU", 150_00, 0],
  ["EU", 150_01, 0],
  ["SPECIAL", 19_99, null],
  ["SPECIAL", 20_00, 4_50],
  ["SPECIAL", 20_01, 4_50],
  ["SPECIAL", 149_99, 4_50],
  ["SPECIAL", 150_00, 0],
  ["SPECIAL", 150_01, 0],
  ["DEFAULT", 19_99, null],
  ["DEFAULT", 20_00, 15_00],
  ["DEFAULT", 20_01, 15_00],
  ["DEFAULT", 149_99, 15_00],
  ["DEFAULT", 150_00, 15_00],
  ["DEFAULT", 100_000_00, 15_00],
  ["PAXUM", 4_99, null],
  ["PAXUM", 5_00, 2_50],
  ["PAXUM", 5_01, 2_50],
  ["PAXUM", 150_00, 2_50],
  ["EU", 0, null],
  ["DEFAULT", 0, null],
];

describe("the fee of a withdrawal", () => {
  it.each(FEES)("the fee of a withdrawal in %s of %i is %s", (region, amount, fee) => {
    expect(withdrawalFee(defaultSettings.rules.payout.regions[region], minor(amount))).toBe(fee);
  });

  it("the fee of a withdrawal depends on the bank's country, and on nothing else with Paxum", () => {
    const regions = Object.fromEntries(
      ["DE", "GR", "HR", "GB", "CH", "NO", "LI", "MC", "GI", "VA", "US", "TR", "RS", "UA", "JP"].map(
        (country) => [country, regionOf("BANK", country)],
      ),
    );
    expect(regions).toEqual({
      ...{ DE: "EU", GR: "EU", HR: "EU", GB: "EU" },
      ...{ CH: "SPECIAL", NO: "SPECIAL", LI: "SPECIAL", MC: "SPECIAL", GI: "SPECIAL", VA: "SPECIAL" },
      ...{ US: "DEFAULT", TR: "DEFAULT", RS: "SPECIAL", UA: "DEFAULT", JP: "DEFAULT" },
    });
    expect(regionOf("PAXUM", "DE")).toBe("PAXUM");
    expect(regionOf("PAXUM", null)).toBe("PAXUM");
    expect(regionOf("BANK", null)).toBe("DEFAULT");
  });

  it("a withdrawal is carried by SEPA in euros only, to where SEPA reaches", () => {
    expect(railOf("BANK", "EUR", "DE")).toBe("SEPA");
    expect(railOf("BANK", "EUR", "CH")).toBe("SEPA");
    expect(railOf("BANK", "EUR", "US")).toBe("BANK_CSV");
    expect(railOf("BANK", "GBP", "GB")).toBe("BANK_CSV");
    expect(railOf("BANK", "USD", "DE")).toBe("BANK_CSV");
    expect(railOf("PAXUM", "EUR", "DE")).toBe("PAXUM_CSV");
  });

  it("the VAT on a withdrawal's fee is not spared by a VAT id of another country than the creator's", () => {
    for (const eu_ust_id of ["DE136695976", "CHE123456788MWST", "GB999999973", "ATU12345675"])
      expect(feeVatCountry({ country: "FR", eu_ust_id, is_vat_id_refused: false }), eu_ust_id).toBe("FR");
  });

  it("the fee of a withdrawal includes the VAT of the creator's country; a business elsewhere in the EU owes it itself", () => {
    expect(includedVat(minor(1_50), 1900)).toBe(24);
    expect(includedVat(minor(15_00), 2000)).toBe(2_50);
    expect(includedVat(minor(2_50), 0)).toBe(0);
    expect(feeVatCountry({ country: "FR", eu_ust_id: null, is_vat_id_refused: false })).toBe("FR");
    expect(feeVatCountry({ country: "FR", eu_ust_id: "FR40303265045", is_vat_id_refused: false })).toBeNull();
    expect(feeVatCountry({ country: "FR", eu_ust_id: "FR40303265045", is_vat_id_refused: true })).toBe("FR");
    expect(feeVatCountry({ country: "DE", eu_ust_id: "DE136695976", is_vat_id_refused: false })).toBe("DE");
    expect(feeVatCountry({ country: "GR", eu_ust_id: "EL094259216", is_vat_id_refused: false })).toBeNull();
    expect(feeVatCountry({ country: "CH", eu_ust_id: null, is_vat_id_refused: false })).toBeNull();
    expect(feeVatCountry({ country: null, eu_ust_id: null, is_vat_id_refused: false })).toBeNull();
  });
});

describe("the form of the payout data", () => {
  const countries: Record<number, string> = { 1: "DE", 2: "FR", 3: "US" };
  const form = payoutDataForm((id) => countries[id] ?? null);
  const bank = {
    bank_account_owner: "Ada Kessler",
    bank_name: "Testbank",
    bank_iban: "DE89 3704 0044 0532 0130 00",
    bank_bic: "cobadeffxxx",
    bank_country_id: "1",
  };
  const problems = (change: Record<string, string | undefined>) =>
    form.safeParse({ ...bank, ...change }).error?.issues.map((issue) => [issue.path[0], issue.message]);

  it("the form of the payout data takes an IBAN as it is printed, and keeps it as banks do", () => {
    expect(form.parse(bank)).toEqual({
      ...EMPTY_DETAILS,
      ...{ bank_account_owner: "Ada Kessler", bank_name: "Testbank", bank_country_id: 1 },
      ...{ bank_iban: "DE89370400440532013000", bank_bic: "COBADEFFXXX" },
    });
  });

  it.each<[string, Record<string, string | undefined>, string[][]]>([
    ["a wrong check digit", { bank_iban: "DE89370400440532013001" }, [["bank_iban", "errors.payout.iban"]]],
    ["another country's IBAN", { bank_country_id: "2" }, [["bank_iban", "errors.payout.iban"]]],
    ["no BIC", { bank_bic: "COBADE" }, [["bank_bic", "errors.payout.bic"]]],
    ["a country that is none", { bank_country_id: "99" }, [["bank_country_id", "errors.country.required"]]],
    ["a missing name", { bank_account_owner: " " }, [["bank_account_owner", "errors.payout.missing"]]],
    [
      "half a wallet",
      { paypal_email: "ada@example.org" },
      [["paypal_account_owner", "errors.payout.missing"]],
    ],
    [
      "an address that is none",
      { paxum_email: "ada", paxum_account_owner: "Ada" },
      [["paxum_email", "errors.email.invalid"]],
    ],
    [
      "an address that the list for Paxum would have to change, as a spreadsheet's formula",
      { paxum_email: "+49@example.org", paxum_account_owner: "Ada Kessler" },
      [["paxum_email", "errors.email.invalid"]],
    ],
  ])("the form of the payout data refuses %s", (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  it("the form of the payout data takes an account number where there are no IBANs", () => {
    expect(
      problems({ bank_iban: "1234 5678 9012", bank_country_id: "3", bank_bic: "CHASUS33" }),
    ).toBeUndefined();
    expect(problems({ bank_iban: "12'; drop", bank_country_id: "3" })).toEqual([
      ["bank_iban", "errors.payout.iban"],
    ]);
  });

  it("the form of the payout data wants a way that money can go", () => {
    const nothing = Object.fromEntries(Object.keys(bank).map((field) => [field, ""]));
    expect(problems(nothing)).toEqual([["bank_iban", "errors.payout.choose"]]);
    expect(
      problems({ ...nothing, paxum_email: "ada@example.org", paxum_account_owner: "Ada Kessler" }),
    ).toBeUndefined();
  });

  it("the payout data shows of an account only what identifies it", () => {
    expect(maskAccount({ ...EMPTY_DETAILS, bank_iban: "DE89370400440532013000" })).toBe("DE•• •••• 3000");
    expect(maskAccount({ ...EMPTY_DETAILS, paxum_email: "ada@example.org" })).toBe("a•••@example.org");
  });
});
