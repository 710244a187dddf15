import { migrateToLatest } from "../db/migrate.ts";
import { OperatorError } from "../db/operator-error.ts";
import { requireDatabase } from "../db/require-database.ts";
import { runCommand } from "./command.ts";

// Makes or renews the tables as the role of DATABASE_MIGRATION_URL and grants that of DATABASE_URL what it needs. Each
// start does the same when it is given both; after this one the application can run without the owner's password.

const setting = ["DATABASE_MIGRATION_URL", "DATABASE_DIRECT_URL", "DATABASE_URL"].find(
  (name) => process.env[name],
);
const owner = setting && process.env[setting];
await runCommand(async () => {
  if (!setting || !owner) throw new OperatorError("There is nothing to migrate: DATABASE_URL is not set.");
  await requireDatabase(setting, owner);
  const { DATABASE_URL } = process.env;
  await migrateToLatest(owner, (setting === "DATABASE_MIGRATION_URL" && DATABASE_URL) || owner);
  process.stdout.write("The tables are those of this version.\n");
});
