import { beforeAll, describe, expect, inject, test } from "vitest";
import { CALLS } from "../../app/api/calls.ts";
import { describeGroup, listCalls } from "../../app/api/docs.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import addresses from "../../app/routes.ts";
import { byToken, callApi } from "../support/http/api-caller.ts";
import { collectPosts } from "../support/http/collected-posts.ts";
import type { ValidPost } from "../support/http/fuzz-requests.ts";
import { ODD_JSON } from "../support/http/fuzz-words.ts";
import { ask } from "../support/http/http-requests.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// Each field of each call and form, with what no client puts there: every answer is less than a 500.

const DESCRIBED = listCalls(defaultSettings.features).flatMap(
  ({ group }) => describeGroup(group, defaultSettings.features)?.calls ?? [],
);
const FIELDS = CALLS.filter(({ body, files }) => body !== null || files.length > 0).map((call) => {
  const described = DESCRIBED.find(({ method, path }) => method === call.method && path === call.path);
  const rows = (described?.sent ?? []).filter(({ place }) => place === "body");
  const names = [...new Set(rows.map(({ name }) => name.split(/[.[]/)[0] ?? ""))];
  return { name: `${call.method} ${call.path}`, ...call, names };
});

/** A value that a field may take, so that rules that look at several fields are reached. */
const LIKELY: Record<string, unknown> = {
  ...{ email: "ida@fans.example", amount: "5.00", currency: "EUR", pay_currency: "EUR", country_id: 1 },
  ...{ type: "INETCASH_CC", code: "123456", locale: "de", terms: true, key: "TRIBUTE_IMAGE" },
};

let creator: Record<string, string>;
let operator: string;
let creatorId: string;
beforeAll(async () => {
  const account = await makeAccount({ status: "ACTIVE" });
  creatorId = account.id;
  creator = await byToken(account);
  operator = await cookieOf(await makeAccount({ role: "ADMIN", username: null, name: null }), true);
});

const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, creatorId);

describe.for(FIELDS)("$name", ({ name, method, path, names, who }) => {
  test(`${name} with any JSON in any field answers less than a 500`, async () => {
    expect(names.length).toBeGreaterThan(0);
    const likely = Object.fromEntries(names.map((each) => [each, LIKELY[each] ?? "5"]));
    const send = async (body: unknown, headers: Record<string, string>) => {
      const { status } = await callApi(method, addressOf(path), body, headers);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
      return status;
    };
    // A call that refuses guests does so before it reads a field: one odd body of each kind shows that.
    const refusesGuests = who !== "anyone";
    for (const odd of ODD_JSON) {
      const all = Object.fromEntries(names.map((each) => [each, odd]));
      const bodies = [all, ...names.map((each) => ({ ...likely, [each]: odd }))];
      for (const body of bodies) await send(body, creator);
      if (refusesGuests) expect(await send(all, {})).toBe(401);
      else for (const body of bodies) await send(body, {});
    }
  });
});

/** The form with all its fields twice, and with each as a file. */
function oddForms({ fields }: ValidPost): FormData[] {
  const [twice, files] = [new FormData(), new FormData()];
  for (const [name, value] of fields) {
    twice.append(name, value);
    twice.append(name, value);
    files.append(name, new File(["GIF89a"], "a.gif"));
  }
  return [twice, files];
}

/** What ends the session, and the full check of books in which other tests age rows. */
const NOT_HERE = /logout|sessions|delete|books\/checks/;

test.for(["a guest", "a creator", "an operator"])(
  "forms of %s with fields twice or as files answer less than a 500",
  async (who) => {
    const { url } = inject("product");
    const cookies = {
      "a guest": "",
      "a creator": await cookieOf({ id: creatorId }),
      "an operator": operator,
    };
    const cookie = Object.entries(cookies).find(([name]) => name === who)?.[1] ?? "";
    const posts = await collectPosts(url, addresses, cookie);
    const sent = posts.filter(
      ({ method, path, kind }) => method !== "GET" && kind !== "json" && !NOT_HERE.test(path),
    );
    expect(sent.length).toBeGreaterThan(20);
    for (const post of sent)
      for (const form of oddForms(post)) {
        const { headers, body } = await encoded(form);
        const all = { ...headers, ...newAddress(), ...(cookie && { Cookie: cookie }) };
        const { status } = await ask(url + post.path, { method: post.method, headers: all, body });
        expect(status, `${post.method} ${post.path}`).toBeLessThan(500);
      }
  },
);

async function encoded(form: FormData): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const made = new Response(form);
  const headers = { "Content-Type": made.headers.get("Content-Type") ?? "" };
  return { headers, body: await made.bytes() };
}
