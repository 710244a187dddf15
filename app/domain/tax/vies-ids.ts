/** As VIES names them: EL is Greece, XI Northern Ireland. */
export const VIES_STATES: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

/** A VAT id as VIES takes it; null for one of a state that VIES does not know, such as GB or CHE. */
export function splitForVies(vatId: string): { countryCode: string; vatNumber: string } | null {
  const countryCode = vatId.slice(0, 2);
  return VIES_STATES.has(countryCode) ? { countryCode, vatNumber: vatId.slice(2) } : null;
}
