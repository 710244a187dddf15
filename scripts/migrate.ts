import { migrateToLatest } from "../db/migrate.ts";
import { DatabaseUnusableError, requireDatabase } from "../db/require-database.ts";

// Makes or renews the tables as the role of DATABASE_MIGRATION_URL and grants that of DATABASE_URL what it needs. Each
// start does the same when it is given both; after this one the application can run without the owner's password.

const { DATABASE_MIGRATION_URL, DATABASE_URL } = process.env;
const owner = DATABASE_MIGRATION_URL || DATABASE_URL;
try {
  if (!owner) throw new DatabaseUnusableError("There is nothing to migrate: DATABASE_URL is not set.");
  await requireDatabase(DATABASE_MIGRATION_URL ? "DATABASE_MIGRATION_URL" : "DATABASE_URL", owner);
  await migrateToLatest(owner, DATABASE_URL || owner);
  process.stdout.write("The tables are those of this version.\n");
} catch (error) {
  if (!(error instanceof DatabaseUnusableError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
