import { type Kysely, sql } from "kysely";
import { createChainTriggers } from "./baseline/chain.ts";
import { COUNTRIES } from "./data/countries.ts";
import { NOTICES } from "./data/notices.ts";
import { REFERENCE_RATES, VAT_RATES } from "./data/rates.ts";
import { listSqlFiles, runSqlFile } from "./sql-files.ts";

const CURRENCY_DIGITS: Readonly<Record<string, number>> = { ISK: 0, JPY: 0, KRW: 0 };
const PROFILE_CURRENCIES = ["EUR", "USD", "GBP"];
const VAT_RATES_SINCE = "2026-01-01";

/** For an empty database: the files of baseline/ in order, then chain and rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of await listSqlFiles()) await runSqlFile(db, name);
  await createChainTriggers(db);
  await insertReferenceData(db);
  // Pending chain entries prevent later migrations of the transaction.
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
}

async function insertReferenceData(db: Kysely<unknown>): Promise<void> {
  const currencies = ["EUR", ...Object.keys(REFERENCE_RATES.rates)].map((code) => ({
    code,
    digits: CURRENCY_DIGITS[code] ?? 2,
    is_profile_currency: PROFILE_CURRENCIES.includes(code),
  }));
  const countries = COUNTRIES.map((code, index) => ({ id: index + 1, iso_3166_1: code }));
  const rates = Object.entries(REFERENCE_RATES.rates).map(([currency, units_per_euro]) => ({
    ...{ rate_date: REFERENCE_RATES.date, currency, units_per_euro, source: "snapshot" },
  }));
  const vatRates = Object.entries(VAT_RATES).map(([country, percent]) => ({
    ...{ country, valid_from: VAT_RATES_SINCE, rate_bps: Math.round(percent * 100) },
  }));
  await insert(db, "currencies", currencies);
  await insert(db, "countries", countries);
  await insert(db, "reference_rates", rates);
  await insert(db, "vat_rates", vatRates);
  await insert(
    db,
    "notices",
    NOTICES.map(({ id, starts_at, ends_at }) => ({ id, starts_at, ends_at })),
  );
  await insert(
    db,
    "notice_texts",
    NOTICES.flatMap(({ id, texts }) =>
      Object.entries(texts).map(([locale, text]) => ({ notice_id: id, locale, text })),
    ),
  );
}

async function insert(db: Kysely<unknown>, table: string, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)));
  await sql`
    insert into ${sql.id(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
