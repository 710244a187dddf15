import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { openSession } from "../../../app/domain/auth/sessions.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../database/database.ts";
import { createOperatorRow } from "../money/operators.ts";
import { wireFan } from "./http-client.ts";
import { type Answer, acceptLanguage, ask } from "./http-requests.ts";
import { sentCookie } from "./own-cookies.ts";
import { type Product, startProduct } from "./product.ts";
import { readStrictly } from "./strict-html.ts";

/** Two instances on one demo database; an operator changes settings at the first, and `get` asks the second. */
export interface SettingsWorld {
  db: DemoDatabase["db"];
  first: Product;
  second: Product;
  /** Sessions of two operators; `save` is the first one's. */
  operator: string;
  secondOperator: string;
  get(path: string, locale: "de" | "en", cookie?: string): Promise<Answer>;
  /** Posts the form of a group, with the version that its page shows. */
  save(group: string, fields: Record<string, string>): Promise<Answer>;
  sessionOf(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function openSettingsWorld(environment: Record<string, string> = {}): Promise<SettingsWorld> {
  const database = await createDemoDatabase();
  const { url, dataFrom, db } = database;
  const first = await startProduct(url, environment, { dataFrom });
  const second = await startProduct(url, environment, { dataFrom });
  const now = new Date();
  const sessionFor = async (user_id: string, has_second_factor: boolean) => {
    const session = { id: randomUUID(), user_id, user_agent: "test", has_second_factor };
    return await sentCookie("session", await openSession(db, { ...session, now }));
  };
  const newOperator = async () => {
    const { id: user_id } = await createOperatorRow(db, now);
    const factor = { user_id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now };
    await db.insertInto("second_factors").values(factor).execute();
    return await sessionFor(user_id, true);
  };
  const [operator, secondOperator] = [await newOperator(), await newOperator()];
  return {
    ...{ db, first, second, operator, secondOperator },
    get: (path, locale, cookie) =>
      ask(second.url + path, {
        headers: { ...acceptLanguage(locale), ...(cookie === undefined ? {} : { Cookie: cookie }) },
      }),
    async save(group, fields) {
      const wire = wireFan("de", { Cookie: operator }, first.url);
      const { text } = await wire.get(`/admin/settings/${group}`);
      expect(readStrictly(text).problems).toEqual([]);
      const seen = /name="seen_version" value="(\d+)"/.exec(text)?.[1];
      return await wire.post(`/admin/settings/${group}`, { seen_version: seen ?? "", ...fields });
    },
    async sessionOf(email) {
      const user = db.selectFrom("users").select("id").where("email", "=", email);
      return await sessionFor((await user.executeTakeFirstOrThrow()).id, false);
    },
    async close() {
      await Promise.all([first.stop(), second.stop()]);
      await database.drop();
    },
  };
}
