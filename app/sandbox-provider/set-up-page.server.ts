import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import { describeInstruments, type MethodPage, type PageOutcome } from "./hosted-page.server.ts";
import { enteredMethod, insertMethodNotice, type MethodRow, selectMethods } from "./method-store.server.ts";
import { type FormFields, readPayForm } from "./pay-form.ts";

export interface SetUpPages {
  /** A finished page leads to the address. */
  findSetUpPage(token: string, use?: string | null): Promise<MethodPage | { url: string } | null>;
  saveMethod(token: string, fields: FormFields): Promise<PageOutcome>;
  leaveSetUp(token: string): Promise<PageOutcome>;
}

export function createSetUpPages(options: {
  db: Kysely<DB>;
  clock: () => Date;
  wake: () => void;
}): SetUpPages {
  const { db, clock, wake } = options;
  const isOver = (method: MethodRow) =>
    method.label !== null || method.page_expires_at === null || method.page_expires_at <= clock();

  return {
    async findSetUpPage(token, use = null) {
      const method = await byToken(db, token).executeTakeFirst();
      if (!method) return null;
      if (isOver(method)) return { url: urlOf(method) };
      const { type, locale, currency } = method;
      return {
        ...{ type, locale: locale ?? "en", currency: currency ?? "EUR" },
        ...describeInstruments(type, use, clock()),
      };
    },

    async saveMethod(token, fields) {
      const result = await db.transaction().execute(async (trx): Promise<PageOutcome> => {
        const method = await byToken(trx, token).forUpdate().executeTakeFirst();
        if (!method) return { outcome: "unknown" };
        if (isOver(method)) return { outcome: "returned", url: urlOf(method) };
        const now = clock();
        const reading = readPayForm(method.type, fields, now);
        if (reading.outcome === "invalid") return reading;
        const { instrument } = reading;
        if (instrument.behaviour.step === "failed")
          return { outcome: "invalid", errors: { number: "errors.declined" }, kept: {} };
        const entered = enteredMethod(method, instrument);
        await trx.updateTable("sandbox.methods").set(entered).where("ref", "=", method.ref).execute();
        await insertMethodNotice(trx, method.ref, now);
        return { outcome: "returned", url: urlOf({ ...method, ...entered }) };
      });
      wake();
      return result;
    },

    async leaveSetUp(token) {
      const method = await byToken(db, token).executeTakeFirst();
      return method ? { outcome: "returned", url: urlOf(method) } : { outcome: "unknown" };
    },
  };
}

function byToken(db: Kysely<DB>, token: string) {
  return selectMethods(db).where("page_token", "=", /^[\w-]{43}$/.test(token) ? token : "");
}

function urlOf({ label, success_url, failed_url }: MethodRow): string {
  return (label === null ? failed_url : success_url) ?? "";
}
