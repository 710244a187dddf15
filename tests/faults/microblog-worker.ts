import { randomUUID } from "node:crypto";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { postDue } from "../../app/domain/microblog/post-due.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createDatabase } from "../../db/index.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";
import { MICROBLOG_SECRET } from "../support/networks/microblog-world.ts";

// Makes the posts that are due, once: to be killed in the middle of one. Its arguments: the database, where X is, the time.

const [url = "", base = "", time = ""] = process.argv.slice(2);
const clock = () => new Date(time);
const db = createDatabase(url, { max: 2 });
const outcome = await postDue({
  ...{ db, clock, newId: randomUUID, jobs: createJobs(db), encryption: createEncryption(MICROBLOG_SECRET) },
  networks: createNetworks([xNetwork({ ...X_KEYS, base, monthlyBudgetMills: 25_000, clock })]),
});
await db.destroy();
process.exitCode = outcome.failed.length === 0 ? 0 : 1;
