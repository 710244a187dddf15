import { expect, it } from "vitest";
import { BANK_CODES, bankReason } from "../../app/domain/money/formats.ts";
import { TEXTS } from "../../locales/texts.ts";

it("a bank's code says what it means, with the bank's own words behind it, and anything else stands as it is", () => {
  const shown = (reason: string | null) => bankReason(reason, (code) => TEXTS.de.bankCodes[code]);
  expect(shown("AC04")).toBe("Konto aufgelöst (AC04)");
  expect(shown("MS03 Bitte nachfragen")).toBe(
    "Die Bank lehnt ab, ohne einen Grund zu nennen (MS03 Bitte nachfragen)",
  );
  for (const reason of [null, "", "AC04x", "ac04", "ZZ99", "Konto zu"]) expect(shown(reason)).toBe(reason);
});

it("every code that is known has a meaning in each language", () => {
  for (const texts of Object.values(TEXTS))
    expect(Object.keys(texts.bankCodes).sort()).toEqual([...BANK_CODES].sort());
});
