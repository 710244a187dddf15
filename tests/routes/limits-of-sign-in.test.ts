import { describe, expect, test } from "vitest";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { makeAccount, newAddress, newEmail, PASSWORD, setCookie } from "../support/http/users.ts";

// Guessing: how often each door may be tried, in the prescribed words.

const TEXTS = {
  failed: { en: "Login failed!", de: "Anmeldung fehlgeschlagen!" },
  blocked: {
    en: "Too many login attempts - you've been blocked!",
    de: "Zu viele Anmeldeversuche - du wurdest gesperrt!",
  },
  registration: {
    en: "Too many registration requests - you've been blocked!",
    de: "Zu viele Registrierungen - du wurdest gesperrt!",
  },
  forgot: {
    en: "Too many attempts - please try again later!",
    de: "Zu viele Versuche - bitte probiere es später noch einmal!",
  },
} as const;

type Told = keyof typeof TEXTS | "let in" | "other";

function told(fan: WireFan, answer: Answer): Told {
  if (answer.status === 303 || answer.status === 200) return "let in";
  const isJson = answer.headers["content-type"]?.includes("json");
  const text = isJson
    ? JSON.parse(answer.text).message
    : textOf(readStrictly(answer.text).elements("main")[0]);
  const keys = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
  return keys.find((key) => text.includes(TEXTS[key][fan.locale])) ?? "other";
}

/** Addresses of one network: of a /48, each in a household of its own. */
function neighbours(): () => { "X-Forwarded-For": string } {
  const network = newAddress()["X-Forwarded-For"].split(":").slice(0, 3).join(":");
  let household = 0;
  return () => {
    household += 1;
    return { "X-Forwarded-For": `${network}:${household.toString(16)}::1` };
  };
}

const DOORS = [
  { where: "the page", path: "/login" },
  { where: "the API", path: "/api/login" },
] as const;
const LOCALES = ["en", "de"] as const;
const CASES = DOORS.flatMap((door) => LOCALES.map((locale) => ({ ...door, locale })));

describe.for(CASES)("signing in by $where, in $locale", ({ path, locale }) => {
  const login = (fan: WireFan, email: string, password: string) => fan.post(path, { email, password });

  test(`signing in by ${path}: five failures from one network block an email there for 15 minutes, in whatever case, for the right password too`, async () => {
    const user = await makeAccount();
    const spellings = [
      user.email,
      user.email.toUpperCase(),
      ` ${user.email} `,
      user.email.replace("t", "T"),
      user.email,
    ];
    const neighbour = neighbours();
    for (const email of spellings) {
      const fan = wireFan(locale, neighbour());
      expect(told(fan, await login(fan, email, "not this one"))).toBe("failed");
    }
    for (const password of ["not this one", PASSWORD]) {
      const fan = wireFan(locale, neighbour());
      const answer = await login(fan, user.email, password);
      expect(told(fan, answer)).toBe("blocked");
      expect(setCookie(answer.headers, "session")).toBeNull();
      const until = { en: /Try again from \d\d:\d\d \(Berlin time\)/, de: /Ab \d\d:\d\d Uhr \(Berlin\)/ };
      if (path === "/login") expect(answer.text).toMatch(until[locale]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(14 * 60);
      expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(15 * 60);
    }
  });

  test(`signing in by ${path}: an email without an account is blocked in the same way`, async () => {
    const email = newEmail();
    const fan = wireFan(locale, newAddress());
    const answers: Told[] = [];
    for (const _ of many(6)) answers.push(told(fan, await login(fan, email, "not this one")));
    expect(answers).toEqual(["failed", "failed", "failed", "failed", "failed", "blocked"]);
  });

  test(`signing in by ${path}: of 50 wrong passwords at once from one network, five are looked at`, async () => {
    const user = await makeAccount();
    const neighbour = neighbours();
    const answers = await all(many(50), async (number) => {
      const fan = wireFan(locale, neighbour());
      return told(fan, await login(fan, user.email, `not this one ${number}`));
    });
    expect(answers.filter((each) => each === "failed")).toHaveLength(5);
    expect(answers.filter((each) => each === "blocked")).toHaveLength(45);
  });

  test(`signing in by ${path}: twenty failures block an address, all of an IPv6 network of it, and nobody else`, async () => {
    const fan = wireFan(locale, newAddress());
    for (const _ of many(20)) expect(told(fan, await login(fan, newEmail(), "not this one"))).toBe("failed");
    const user = await makeAccount();
    expect(told(fan, await login(fan, user.email, PASSWORD))).toBe("blocked");
    expect(told(fan, await login(wireFan(locale, newAddress()), user.email, PASSWORD))).toBe("let in");
  });

  test(`signing in by ${path}: a right password costs nothing, and ends the count of its email`, async () => {
    const fan = wireFan(locale, newAddress());
    const user = await makeAccount();
    for (const _ of many(3)) {
      for (const __ of many(4))
        expect(told(fan, await login(fan, user.email, "not this one"))).toBe("failed");
      expect(told(fan, await login(fan, user.email, PASSWORD))).toBe("let in");
    }
  });
});

test("addresses of one IPv6 network share a sign-in budget, its neighbours have their own", async () => {
  const network = newAddress()["X-Forwarded-For"].replace(/::1$/, "");
  const from = (address: string) => wireFan("en", { "X-Forwarded-For": address });
  for (const number of many(20)) {
    const fan = from(`${network}:${number.toString(16)}::${number + 1}`);
    expect(told(fan, await fan.post("/login", { email: newEmail(), password: "x" }))).toBe("failed");
  }
  const same = from(`${network}:ffff:ffff:ffff:ffff`);
  expect(told(same, await same.post("/login", { email: newEmail(), password: "x" }))).toBe("blocked");
  const invented = from(`9.9.9.9, ${network}::5`);
  expect(told(invented, await invented.post("/login", { email: newEmail(), password: "x" }))).toBe("blocked");
});

test("a block of signing in ends with its time", async () => {
  const user = await makeAccount();
  const fan = wireFan("en", newAddress());
  for (const _ of many(6)) await fan.post("/login", { email: user.email, password: "not this one" });
  expect(told(fan, await fan.post("/login", { email: user.email, password: PASSWORD }))).toBe("blocked");
  // 15 minutes pass for every budget of the tests: what they count is their own again.
  await records()
    .updateTable("rate_limits")
    .set({ expire: Date.now() - 1 })
    .where("key", "like", "login_network:%")
    .execute();
  expect(told(fan, await fan.post("/login", { email: user.email, password: PASSWORD }))).toBe("let in");
});

describe.for(LOCALES)("asking for a new password, in %s", (locale) => {
  test.for(["/password/forgot", "/api/password/forgot"])(
    "asking for a new password by %s is allowed three times an hour for an email, known or not",
    async (path) => {
      for (const email of [(await makeAccount()).email, newEmail()]) {
        const answers: number[] = [];
        for (const number of many(3)) {
          const fan = wireFan(locale, newAddress());
          answers.push((await fan.post(path, { email: number === 1 ? email.toUpperCase() : email })).status);
        }
        expect(new Set(answers)).toEqual(new Set([path.startsWith("/api") ? 204 : 200]));
        const fan = wireFan(locale, newAddress());
        const answer = await fan.post(path, { email });
        expect(told(fan, answer)).toBe("forgot");
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(14 * 60);
      }
    },
  );
});
