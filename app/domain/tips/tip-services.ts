import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";

/** What the tips' work on money needs of the process. */
export interface TipServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  /** For the vouchers whose money comes as a tip's does. */
  voucherCodes: VoucherCodes;
}
