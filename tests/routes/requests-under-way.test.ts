import { sql } from "kysely";
import { expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import {
  type AccountOwner,
  cookieOf,
  makeAccount,
  newAddress,
  newEmail,
  PASSWORD,
} from "../support/http/users.ts";

// The session ends while a request, whose password was found right, waits for the account: it does nothing more.

/** Holds the account until the request waits for it, and ends its sessions before it is let go. */
async function overtaken(owner: AccountOwner, request: () => Promise<Answer>): Promise<Answer> {
  await records().updateTable("users").set({ last_seen_at: new Date() }).where("id", "=", owner.id).execute();
  const answers: Promise<Answer>[] = [];
  await records()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", owner.id).forNoKeyUpdate().execute();
      answers.push(request());
      await eventually("the request waits for the account", async () => {
        const { rows } = await sql`select pid from pg_locks where not granted`.execute(trx);
        return rows.length > 0;
      });
      await trx.deleteFrom("sessions").where("user_id", "=", owner.id).execute();
    });
  const [answer] = await Promise.all(answers);
  if (!answer) throw new Error("nothing was asked");
  return answer;
}

const password = "Ganz anders 77";
const CHANGES = {
  "/account/password": { current_password: PASSWORD, password, password_confirmation: password },
  "/account/email": { email: newEmail(), password: PASSWORD },
  "/account/delete": { password: PASSWORD },
};

test.for(Object.entries(CHANGES))(
  "a post to %s under way while its session ends leads to /login by page, and is a 401 by API",
  async ([path, fields]) => {
    for (const where of [path, `/api${path}`]) {
      const owner = await makeAccount();
      const fan = wireFan("en", { ...newAddress(), Cookie: await cookieOf(owner) });
      const answer = await overtaken(owner, () => fan.post(where, fields));
      expect([where, answer.status]).toEqual([where, where === path ? 303 : 401]);
      if (where === path) expect(answer.headers.location).toBe("/login");
    }
  },
);
