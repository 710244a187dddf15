import { sql } from "kysely";
import { describe, expect } from "vitest";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createDatabase } from "../../db/index.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";

let database: TestDatabase;
it.beforeAll(({ database: own }) => {
  database = own;
});

async function enqueued(mailId: string): Promise<number> {
  const { rows } = await sql`select from pgboss.job where data ->> 'mail_id' = ${mailId}`.execute(
    database.db,
  );
  return rows.length;
}

describe("a job", () => {
  it("a job is enqueued if and only if the transaction of its cause commits", async () => {
    const jobs = createJobs(database.db);
    const undone = database.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, "mail.send", { mail_id: "undone" });
      throw new Error("the cause failed");
    });
    await expect(undone).rejects.toThrow("the cause failed");
    expect(await enqueued("undone")).toBe(0);
    await database.db.transaction().execute((trx) => jobs.enqueue(trx, "mail.send", { mail_id: "done" }));
    expect(await enqueued("done")).toBe(1);
  });

  it("a job needs no second connection: as many at once as there are connections, the very first time", async () => {
    const small = createDatabase(database.url, { max: 3 });
    try {
      const jobs = createJobs(small);
      const begun: Promise<void>[] = [];
      const everybodyIsIn = Promise.withResolvers<void>();
      let waiting = 0;
      for (let index = 0; index < 3; index += 1) {
        begun.push(
          small.transaction().execute(async (trx) => {
            await sql`select 1`.execute(trx);
            waiting += 1;
            if (waiting === 3) everybodyIsIn.resolve();
            await everybodyIsIn.promise;
            await jobs.enqueue(trx, "mail.send", { mail_id: "crowded" });
          }),
        );
      }
      await Promise.all(begun);
      expect(await enqueued("crowded")).toBe(3);
    } finally {
      await small.destroy();
    }
  });

  it("a job about money that a killed process was working on is taken over by another process after a minute", async () => {
    const jobs = createJobs(database.db);
    await database.db
      .transaction()
      .execute((trx) => jobs.enqueue(trx, "payments.notice", { notice_id: "killed" }));
    const { rows } = await sql<{ expire_seconds: number; retry_limit: number }>`
      select expire_seconds, retry_limit from pgboss.job where data ->> 'notice_id' = 'killed'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ expire_seconds: 60, retry_limit: 12 }]);
  });
});
