import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";

/** What the tips' work on money needs of the process. */
export interface TipServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}
