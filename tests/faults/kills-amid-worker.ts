import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { approve } from "../../app/domain/approvals/approvals.server.ts";
import { deleteAccount } from "../../app/domain/auth/deletion.server.ts";
import { fetchBatchFile } from "../../app/domain/payouts/batches/batches.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { createDatabase } from "../../db/index.ts";
import { ISSUER, OUR_ACCOUNT, PAYOUT_SECRET } from "../support/money/payout-world.ts";
import { TEST_VOUCHER_CODES } from "../support/money/voucher-codes.ts";

// Does one act on the database of the first argument: to be killed in the middle of it.

const acts = z.discriminatedUnion("act", [
  z.object({ act: z.literal("approve"), now: z.coerce.date(), id: z.string(), operator_id: z.string() }),
  z.object({ act: z.literal("fetch"), now: z.coerce.date(), batch_id: z.string(), operator_id: z.string() }),
  z.object({ act: z.literal("delete"), now: z.coerce.date(), user_id: z.string(), token: z.string() }),
]);
const [url = "", told = ""] = process.argv.slice(2);
const given = acts.parse(JSON.parse(told));
const db = createDatabase(url, { max: 2 });
const services = {
  ...{
    db,
    jobs: createJobs(db),
    newId: randomUUID,
    clock: () => given.now,
    voucherCodes: TEST_VOUCHER_CODES,
  },
  ...{ encryption: createEncryption(PAYOUT_SECRET), tokens: createTokens(PAYOUT_SECRET) },
  ...{ second_operator_from_minor: 50_00, rules: defaultSettings.rules },
  ...{ issuer: ISSUER, config: { payoutAccount: OUR_ACCOUNT } },
};
if (given.act === "approve") await approve(services, given);
else if (given.act === "fetch") await fetchBatchFile(services, given);
else await deleteAccount(services, { ...given, forfeits: true });
await db.destroy();
