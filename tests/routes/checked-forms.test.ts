import { beforeAll, describe, expect, test } from "vitest";
import { isAppPath } from "../../app/ui/shells/app-pages.ts";
import { records } from "../support/database/records.ts";
import { openDoors, VISITORS, type Visitor } from "../support/http/guard-visitors.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import { patternOf, walk } from "../support/http/link-walk.ts";
import { readStrictly, type StrictPage } from "../support/http/strict-html.ts";
import { type TypedForm, typedForms } from "../support/http/typed-forms.ts";
import { cookieOf, newAddress } from "../support/http/users.ts";
import { makeWorld, STOPS, type World } from "../support/http/walk-stops.ts";

// "Validation fires on blur": every form with something to type is checked as its fields are left, by one mechanism. On
// hydrated pages React does that in the browser (tests/e2e/app-pages.test.ts), and the server takes no check.

let cookies: Record<Visitor, string>;
let world: World;

beforeAll(async () => {
  [cookies, world] = [await openDoors(), await makeWorld(wireFan("en"))];
});

/** The payment provider's own pages, and other networks', are of an outside party. */
const IS_OUTSIDE = /^\/(sandbox|dev)\//;

/** What is wrong with the forms of these pages, by the pattern of the address that each is sent to. */
async function faultsOf(wire: WireFan, pages: Iterable<[string, StrictPage]>) {
  const forms = new Map<string, TypedForm & { isHydrated: boolean }>();
  for (const [path, page] of pages)
    for (const form of typedForms(page, path))
      if (!IS_OUTSIDE.test(form.action))
        forms.set(`${patternOf(form.action)} ${form.typed}`, { ...form, isHydrated: isAppPath(path) });
  const faults: string[] = [];
  for (const [name, form] of forms) {
    if (form.isHydrated) {
      const { status } = await wire.post(form.action, form.fields, { "Tribute-Check": "1" });
      if (status !== 400) faults.push(`${name}: a check is answered by ${status}`);
      continue;
    }
    if (!form.isChecked) faults.push(`${name}: the script does not attach`);
    if (form.placeless.length > 0) faults.push(`${name}: no place for the error of ${form.placeless}`);
    const answer = await wire.post(form.action, form.fields, { "Tribute-Check": "1" });
    const isAnswered =
      answer.status === 200 && answer.headers["content-type"]?.startsWith("application/json");
    if (!isAnswered || typeof JSON.parse(answer.text).errors !== "object")
      faults.push(`${name}: a check is answered by ${answer.status}`);
  }
  return { names: [...forms.keys()], faults };
}

const wireOf = (cookie: string) => wireFan("en", { ...newAddress(), ...(cookie ? { Cookie: cookie } : {}) });

describe.for(VISITORS)("%s", (visitor) => {
  test(`every form that the visitor ${visitor} may fill in is checked on blur`, async () => {
    const wire = wireOf(cookies[visitor]);
    const { names, faults } = await faultsOf(wire, (await walk(wire)).pages);
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThan(visitor === "LOCKED" ? 0 : 1);
  });
});

test("every form of a demo creator with tips, money and groups is checked on blur", async () => {
  const { id } = await records()
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  const wire = wireOf(await cookieOf({ id }));
  const { names, faults } = await faultsOf(wire, (await walk(wire)).pages);
  expect(faults).toEqual([]);
  for (const form of ["/dashboard/items/new name,amount", "/dashboard/tips/:id/reply message"])
    expect(names).toContain(form);
  expect(names.join()).toMatch(/\/account\/payoutdata .*bank_iban/);
});

test("every form of a guest's steps is checked on blur", async () => {
  const wire = wireOf("");
  const pages: [string, StrictPage][] = [];
  for (const stops of Object.values(STOPS))
    for (const { path, status, kind } of stops(world)) {
      if (status !== 200 || kind !== undefined) continue;
      pages.push([path, readStrictly((await wire.get(path)).text)]);
    }
  const { names, faults } = await faultsOf(wire, pages);
  expect(faults).toEqual([]);
  const patterns = names.map((name) => name.split(" ")[0]);
  for (const pattern of [
    ...["/:profile", "/:profile/tip/:token/details", "/:profile/tip/:token/payment"],
    ...["/gl/:grouplist", "/voucher", "/voucher/redeem", "/voucher/withdrawal", "/report"],
    ...["/login", "/register", "/password/forgot"],
  ])
    expect(patterns).toContain(pattern);
});
