import { countryName } from "../domain/money/formats.ts";
import type { Locale } from "../domain/money/minor.ts";
import { listCountries } from "../domain/tax/countries.server.ts";

export async function countryOptions(
  db: Parameters<typeof listCountries>[0],
  locale: Locale,
): Promise<{ value: string; text: string }[]> {
  const countries = await listCountries(db);
  return countries
    .map((each) => ({ value: String(each.id), text: countryName(each.iso_3166_1, locale) }))
    .sort((a, b) => a.text.localeCompare(b.text, locale));
}

export async function countryCodes(db: Parameters<typeof listCountries>[0]): Promise<Record<number, string>> {
  const countries = await listCountries(db);
  return Object.fromEntries(countries.map(({ id, iso_3166_1 }) => [id, iso_3166_1]));
}
