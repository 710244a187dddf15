import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";

export interface CountryRow {
  id: number;
  iso_3166_1: string;
}

/** All countries of ISO 3166-1. Only a migration changes them: each database is asked once. */
export async function listCountries(db: Kysely<DB>): Promise<readonly CountryRow[]> {
  const known = countries.get(db);
  if (known) return known;
  const rows = await db.selectFrom("countries").select(["id", "iso_3166_1"]).execute();
  countries.set(db, rows);
  return rows;
}

/** Whether there is a country of this id. */
export async function isCountry(db: Kysely<DB>, id: number): Promise<boolean> {
  return (await listCountries(db)).some((country) => country.id === id);
}

const countries = new WeakMap<Kysely<DB>, readonly CountryRow[]>();
