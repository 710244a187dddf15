import { beforeAll, describe, expect, it } from "vitest";
import { mayAct, mayOpen, mayPost } from "../../app/domain/operator-rights.server.ts";
import { OPERATOR_ROLES, type OperatorRole } from "../../app/domain/operator-roles.schema.ts";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { PAGE_ACTS, PATTERNS } from "../support/http/patterns.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

const fan = wireFan("en");
const operators = new Map<OperatorRole, { id: string; cookie: string }>();

beforeAll(async () => {
  for (const role of OPERATOR_ROLES) operators.set(role, await makeOperator(role));
});

async function makeOperator(role: OperatorRole): Promise<{ id: string; cookie: string }> {
  const now = new Date();
  const { id } = await makeAccount({
    role,
    username: null,
    name: null,
    verification_terms_accepted_at: null,
  });
  await records()
    .insertInto("second_factors")
    .values({ user_id: id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  return { id, cookie: await cookieOf({ id }, true) };
}

const cookieIn = (role: OperatorRole) => ({ Cookie: operators.get(role)?.cookie ?? "" });

/** Of nothing that exists. */
const addressOf = (pattern: string) => pattern.replace("/*", "/nonsense").replaceAll(/:\w+/g, "x");

const OFFICE = PATTERNS.filter(({ guards }) => guards.includes("operator"));
const PAGES = OFFICE.map(({ pattern }) => pattern);
const FORMS = PAGES.filter((pattern) => !PAGE_ACTS.some((each) => each.pattern === pattern));

/** It judges rows that other tests of the shared product have written by hand. */
const FULL_CHECK = "/admin/books/checks check_full";

describe.for(OPERATOR_ROLES)("the role %s", (role) => {
  it.for(OFFICE)(`opens $pattern as the table says, as ${role}`, async ({ pattern, file }) => {
    const { status, text } = await fan.send("GET", addressOf(pattern), "", cookieIn(role));
    expect(status === 403, `${status}`).toBe(!mayOpen(role, pattern));
    if (status !== 403 || !file.endsWith(".tsx")) return;
    expect(textOf(readStrictly(text).elements("body")[0])).toContain("Your role does not include this page");
    expect(text).toContain('href="/admin"');
  });

  const acts = PAGE_ACTS.filter(({ act }) => act !== FULL_CHECK || !mayAct(role, act));
  it.for(acts)(`does "$act" as the table says, as ${role}`, async ({ act, pattern }) => {
    const [path = "", intent = ""] = act.split(" ");
    const { status } = await fan.post(addressOf(path), { intent }, cookieIn(role));
    expect(status === 403, `${pattern} ${status}`).toBe(!mayAct(role, act));
  });

  it.for(FORMS)(`posts to %s as the table says, as ${role}`, async (pattern) => {
    const { status } = await fan.post(addressOf(pattern), {}, cookieIn(role));
    expect(status === 403, `${status}`).toBe(!mayPost(role, pattern));
  });

  it(`the menu of ${role} lists no page that its role does not open`, async () => {
    const { text } = await fan.send("GET", "/admin", "", cookieIn(role));
    const links = [...text.matchAll(/href="(\/admin[^"?#]*)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(3);
    const patterns = links.filter((path) => PAGES.includes(path));
    expect(patterns.filter((path) => !mayOpen(role, path))).toEqual([]);
  });
});

it("a change of role counts from the next request", async () => {
  const { id, cookie } = await makeOperator("FINANCE");
  const statusOf = async (path: string) => (await fan.send("GET", path, "", { Cookie: cookie })).status;
  expect([await statusOf("/admin/payouts"), await statusOf("/admin/reviews")]).toEqual([200, 403]);
  await records().updateTable("users").set({ role: "MODERATOR" }).where("id", "=", id).execute();
  expect([await statusOf("/admin/payouts"), await statusOf("/admin/reviews")]).toEqual([403, 200]);
});
