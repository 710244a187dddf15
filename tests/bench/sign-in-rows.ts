import { argon2, randomBytes } from "node:crypto";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import type { BenchWorld } from "./bench-world.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number } from "./report.ts";

const PASSWORD = "thank-you-note";
const AT_ONCE = 8;
/** Each of those who come at once is somebody else: six tries at once for one of them would be too many. */
export const EMAILS = demoCreators.slice(0, AT_ONCE).map((creator) => creator.email);
/** As many as the product hashes at once. */
const HASHES_AT_ONCE = 2;

/** Signing in beside the bare hash of a password, and what it costs to tell a signed-in page that nothing is new. */
export async function measureSignIn(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const shares: number[] = [];
  const costs: number[] = [];
  const seen = { hashes: 0, logins: 0, polls: 0 };
  const cookie = await logIn(product.url, 0);
  const first = await fetch(`${product.url}/api/user`, { headers: { Cookie: cookie } });
  const etag = first.headers.get("ETag") ?? "";
  for (let round = 0; round < options.rounds; round += 1) {
    const hashes = await perSecond(options.seconds, HASHES_AT_ONCE, hash);
    const logins = await perSecond(options.seconds, AT_ONCE, async (turn) => {
      await logIn(product.url, turn);
    });
    shares.push(logins / hashes);
    const before = cpuSeconds(product.pid);
    const polls = await perSecond(options.seconds, AT_ONCE, () => poll(product.url, cookie, etag));
    costs.push(((cpuSeconds(product.pid) - before) * 1000) / (polls * options.seconds));
    Object.assign(seen, { hashes, logins, polls });
  }
  report.toKnow(
    "sign-ins / bare argon2id",
    shares,
    `${number(seen.logins)} of ${number(seen.hashes)} a second`,
  );
  report.atMost(
    "processor time of a poll that is answered 304",
    costs,
    { limit: 0.3, unit: "ms" },
    `${number(seen.polls)} a second`,
  );
}

/** Signs in one of the demo's first creators; the cookie. */
export async function logIn(url: string, turn: number): Promise<string> {
  const body = new URLSearchParams({ email: EMAILS[turn] ?? "", password: PASSWORD });
  const answer = await fetch(`${url}/login`, { method: "POST", body, redirect: "manual" });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (answer.status !== 303 || !cookie) throw new Error(`signing in was answered with ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

async function poll(url: string, cookie: string, etag: string): Promise<void> {
  const answer = await fetch(`${url}/api/user`, { headers: { Cookie: cookie, "If-None-Match": etag } });
  if (answer.status !== 304) throw new Error(`a poll was answered with ${answer.status}`);
}

/** OWASP's parameters, as the product hashes. */
function hash(): Promise<void> {
  const parameters = {
    message: PASSWORD,
    nonce: randomBytes(16),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  };
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error) => (error ? reject(error) : resolve()));
  });
}

async function perSecond(
  seconds: number,
  atOnce: number,
  act: (turn: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const one = async (_: unknown, turn: number) => {
    while (performance.now() < until) {
      await act(turn);
      done += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, one));
  return done / ((performance.now() - began) / 1000);
}
