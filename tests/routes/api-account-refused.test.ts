import { beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seeds/demo-logins.ts";
import { records } from "../support/database/records.ts";
import { picturesOf, plainPicture, rowOf, twoCountries } from "../support/http/account-rows.ts";
import { byCookie, byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { cookieOf, makeAccount, newAddress, newEmail, PASSWORD } from "../support/http/users.ts";

// The account's calls: what they refuse, and that it changes nothing.

let png: Buffer;
let countries: number[];
beforeAll(async () => {
  png = await plainPicture();
  countries = await twoCountries();
});

const whole = () => ({
  username: `w${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`,
  name: "Ada Müller",
  country_id: countries[0],
  date_of_birth_day: 29,
  date_of_birth_month: "3",
  date_of_birth_year: "1991",
});

describe("what is refused changes nothing", () => {
  test.for([
    ["a username that is taken", { username: "joerdis" }, "username"],
    ["a reserved username", { username: "admin" }, "username"],
    ["a country that there is none of", { country_id: 9999 }, "country_id"],
    [
      "a birthday of a child",
      { date_of_birth_day: 1, date_of_birth_month: 1, date_of_birth_year: 2024 },
      "date_of_birth_day",
    ],
    [
      "half a birthday",
      { date_of_birth_day: 1, date_of_birth_month: 2, date_of_birth_year: null },
      "date_of_birth_day",
    ],
    [
      "30 February",
      { date_of_birth_day: 30, date_of_birth_month: 2, date_of_birth_year: 1990 },
      "date_of_birth_day",
    ],
    ["no VAT id", { eu_ust_id: "DE1" }, "eu_ust_id"],
    ["a text for a picture", { avatar: "https://example.com/a.png" }, "avatar"],
    ["a list for a picture", { header: [1] }, "header"],
  ] as const)("an account change with %s is refused and changes nothing", async ([, wrong, field]) => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    const before = await rowOf(user);
    const answers = [
      await callApi("PATCH", "/api/account", { city: "Neu", ...wrong }, headers),
      await callApi("POST", "/api/account", { ...whole(), ...wrong }, headers),
    ];
    for (const answer of answers) expect(Object.keys(readRefusal(answer).errors)).toEqual([field]);
    expect(await rowOf(user)).toEqual(before);
  });

  test.for([
    [
      "no picture",
      () => Buffer.from("GIF89a, or so I say"),
      "File format not recognized. Save it as JPG or PNG",
    ],
    [
      "11 MB",
      () => Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]),
      "The file is too big. Maximum file size 10 MB",
    ],
    ["25 MB", () => Buffer.alloc(25 * 1024 * 1024), "The file is too big. Maximum file size 10 MB"],
  ] as const)("an account with %s beside a good picture is not changed", async ([, bytes, text]) => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    const before = await rowOf(user);
    // The good one stands first.
    const good = multipart(
      { city: "Neu" },
      { field: "avatar", name: "a.png", type: "image/png", bytes: png },
    );
    const boundary = /boundary=(.*)$/.exec(good.headers["Content-Type"] ?? "")?.[1] ?? "";
    const bad = `--${boundary}\r\nContent-Disposition: form-data; name="header"; filename="b.png"\r\nContent-Type: image/png\r\n\r\n`;
    const open = good.body.subarray(0, good.body.byteLength - `--${boundary}--\r\n`.length);
    const body = Buffer.concat([open, Buffer.from(bad), bytes(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const answer = await wireFan("en", newAddress()).send("PATCH", "/api/account", body, {
      ...good.headers,
      ...headers,
    });
    expect(readRefusal(answer)).toMatchObject({ status: 422, errors: { header: [text] } });
    expect(await rowOf(user)).toEqual(before);
    expect(await picturesOf(user)).toBe(0);
  });

  test("fields and files that come twice, and a file where a text belongs, are refused and change nothing", async () => {
    const user = await makeAccount();
    const headers = await byCookie(user);
    const before = await rowOf(user);
    const fan = wireFan("en", newAddress());
    const twice = await fan.send("PATCH", "/api/account", "city=a&city=b", {
      ...headers,
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(Object.keys(readRefusal(twice).errors)).toEqual(["city"]);
    const file = multipart({}, { field: "city", name: "a.png", type: "image/png", bytes: png });
    const answer = await fan.send("PATCH", "/api/account", file.body, { ...file.headers, ...headers });
    expect(Object.keys(readRefusal(answer).errors)).toEqual(["city"]);
    const one = multipart({}, { field: "avatar", name: "a.png", type: "image/png", bytes: png });
    const boundary = /boundary=(.*)$/.exec(one.headers["Content-Type"] ?? "")?.[1] ?? "";
    const part = one.body.subarray(0, one.body.byteLength - `--${boundary}--\r\n`.length);
    const both = Buffer.concat([part, one.body]);
    readRefusal(await fan.send("PATCH", "/api/account", both, { ...one.headers, ...headers }));
    expect(await rowOf(user)).toEqual(before);
    expect(await picturesOf(user)).toBe(0);
  });
});

test("an account with money on it cannot be deleted by anybody", async () => {
  const creator = await records()
    .selectFrom("users")
    .select(["id", "email"])
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  const headers = await byCookie(creator);
  const before = await rowOf(creator);
  const answer = await callApi("POST", "/api/account/delete", { password: DEMO_PASSWORD }, headers);
  expect(readRefusal(answer)).toMatchObject({ status: 409, code: "balance_open" });
  expect(await rowOf(creator)).toEqual(before);
});

test("six wrong passwords block the owner's password checks for a while", async () => {
  const user = await makeAccount();
  const headers = await byToken(user);
  const body = { email: newEmail(), password: "not this one" };
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await callApi("POST", "/api/account/email", body, headers)).status).toBe(422);
  const blocked = await callApi("POST", "/api/account/email", { ...body, password: PASSWORD }, headers);
  expect(readRefusal(blocked)).toMatchObject({
    status: 429,
    code: "blocked",
    message: "Too many login attempts - you've been blocked!",
  });
  expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(14 * 60);
});

test("amounts are told with a point in every language, as calls take them", async () => {
  const headers = { ...(await byToken(await makeAccount())), "Accept-Language": "de" };
  const body = { min_payout: "200,50", default_price_per_message: "12,50" };
  const { errors } = readRefusal(await callApi("PATCH", "/api/account/settings", body, headers));
  expect(errors.min_payout?.[0]).toContain("200.50");
  expect(errors.default_price_per_message?.[0]).toContain("12.50");
});

test.each(["0", "4.99", "1000000.01"])(
  "a minimum payout of %s is refused by page and API",
  async (min_payout) => {
    const user = await makeAccount();
    const called = await callApi("PATCH", "/api/account/settings", { min_payout }, await byToken(user));
    expect(readRefusal(called).errors.min_payout?.[0]).toContain("5 to 1,000,000");
    const wire = wireFan("en", { Cookie: await cookieOf(user) });
    const posted = await wire.post("/payout/settings", {
      ...{ payout_type_id: "2", payout_method: "BANK", min_payout },
    });
    const page = posted.status === 303 ? await wire.follow(posted) : posted;
    expect(page.text).toContain("5 to 1,000,000");
    const kept = records().selectFrom("users").select("min_payout_minor").where("id", "=", user.id);
    expect(await kept.executeTakeFirstOrThrow()).toEqual({ min_payout_minor: null });
  },
);

test("refused account changes are told in the caller's language", async () => {
  const headers = await byCookie(await makeAccount());
  const german = { ...headers, "Accept-Language": "de" };
  const answers: [string, string, unknown, string][] = [
    ["PATCH", "/api/account", { username: "-" }, "Ungültiger Benutzername - bitte wähle einen anderen"],
    [
      "PATCH",
      "/api/account/payout-type",
      { payout_type_id: 3 },
      "Die Auszahlungsart konnte nicht geändert werden",
    ],
  ];
  for (const [method, path, body, text] of answers)
    expect(Object.values(readRefusal(await callApi(method, path, body, german)).errors).flat()).toEqual([
      text,
    ]);
});
