// Settles what waits, for kills.ts, which kills it: several at once look for open notices and handle them, by the same
// functions as the product's jobs. Arguments: the database's URL, how many at once. Prints "ready", then "done <payment>"
// for each settlement that the database has acknowledged; ends with 0 when nothing waits any more, with 75 when the
// database is gone.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { handleProviderEvent } from "../../app/domain/payment-updates/handle-events.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createDatabase } from "../../db/index.ts";
import { paidProvider } from "../support/money/paid-provider.ts";
import { TEST_VOUCHER_CODES } from "../support/money/voucher-codes.ts";

const [url = "", workers = "8"] = process.argv.slice(2);
const db = createDatabase(url, { max: Number(workers) + 2, applicationName: "tribute-kills" });
const clock = () => new Date();
const providers = createProviders([paidProvider()]);
const services = {
  db,
  jobs: createJobs(db),
  clock,
  newId: randomUUID,
  providers,
  voucherCodes: TEST_VOUCHER_CODES,
};

/** Any open notice: two may take the same one, as two processes may when a job is run again. */
async function openNotice(): Promise<{ id: string; payment_id: string | null } | undefined> {
  return await db
    .selectFrom("provider_webhook_events")
    .select(["id", "payment_id"])
    .where("handled_at", "is", null)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
}

async function work(): Promise<void> {
  for (let notice = await openNotice(); notice; notice = await openNotice()) {
    await handleProviderEvent(services, notice.id);
    process.stdout.write(`done ${notice.payment_id}\n`);
  }
}

try {
  await sql`select 1`.execute(db);
  process.stdout.write("ready\n");
  await Promise.all(Array.from({ length: Number(workers) }, work));
  await db.destroy();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(75);
}
