import { expect } from "vitest";
import { openSession } from "../../../app/domain/auth/sessions.server.ts";
import { makeOperator, type PayoutWorld } from "../money/payout-world.ts";
import { multipart, wireFan } from "./http-client.ts";
import { type Answer, acceptLanguage, ask } from "./http-requests.ts";
import { sentCookie } from "./own-cookies.ts";
import { attribute, readStrictly, textOf } from "./strict-html.ts";

/** The cookie of somebody signed in at a product of a test's own. */
export async function cookieAt(
  world: PayoutWorld,
  userId: string,
  has_second_factor: boolean,
): Promise<string> {
  const session = { id: world.newId(), user_id: userId, user_agent: "test", has_second_factor };
  return await sentCookie("session", await openSession(world.db, { ...session, now: new Date() }));
}

/** The cookie of a new operator with both factors. */
export async function operatorsCookie(world: PayoutWorld): Promise<string> {
  const user_id = await makeOperator(world);
  const now = new Date();
  await world.db
    .insertInto("second_factors")
    .values({ user_id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  return await cookieAt(world, user_id, true);
}

/** The back office of a product of a test's own, over HTTP, in German. */
export function backOfficeAt(url: () => string) {
  const get = (path: string, cookie: string) =>
    ask(url() + path, { headers: { ...acceptLanguage("de"), Cookie: cookie } });
  return {
    get,
    post: (path: string, cookie: string, fields: Record<string, string> = {}) =>
      wireFan("de", { Cookie: cookie }, url()).post(path, fields),
    upload: (path: string, cookie: string, text: string | null) => {
      const file = { field: "file", name: "results.csv", type: "text/csv", bytes: Buffer.from(text ?? "") };
      const form = multipart({}, file);
      return wireFan("de", { Cookie: cookie }, url()).send("POST", path, form.body, form.headers);
    },
    /** Follows the redirect of a post. */
    pageAfter: async (answer: Answer, cookie: string): Promise<Answer> => {
      expect([answer.status, answer.headers["cache-control"]]).toEqual([
        303,
        expect.stringContaining("no-store"),
      ]);
      return await get(answer.headers.location ?? "", cookie);
    },
  };
}

/** The page of an answer, which has to be whole and sound. */
export function pageOf(answer: Answer, status = 200) {
  expect(answer.status).toBe(status);
  const page = readStrictly(answer.text);
  expect(page.problems).toEqual([]);
  return page;
}

/** What a page says was done. */
export const statusLine = (answer: Answer): string =>
  pageOf(answer)
    .elements("p")
    .filter((each) => attribute(each, "role") === "status")
    .map(textOf)
    .join();

/** The status line, without the words that the next case puts around it. */
export const doneLine = (answer: Answer): string =>
  statusLine(answer).replace(/^Voriger Fall: (.*) Ansehen$/, "$1");

/** Where a redirect leads, without its query. */
export const addressOf = (answer: Answer): string => (answer.headers.location ?? "").replace(/\?.*/, "");
