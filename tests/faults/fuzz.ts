// Sends requests that nobody of ours would send to every form and call, as a guest, a creator and an operator, while a
// guest asks for pages all the time. Prints what it saw, and one line of JSON at the end.
//   node tests/faults/fuzz.ts --requests 100000 --seed 1
// A fault is an answer of 500 or more, or none at all. Slow is what takes more than 250 ms three times in turn; uploads,
// whose pictures are decoded, aside.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Secret, TOTP } from "otpauth";
import addresses from "../../app/routes.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { createRandom } from "../../db/seeds/demo-random.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import { collectPosts } from "../support/http/collected-posts.ts";
import { type FuzzedRequest, fuzzedRequest, type ValidPost } from "../support/http/fuzz-requests.ts";
import { type Answer, ask, formBody } from "../support/http/http-requests.ts";
import { startProduct } from "../support/http/product.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    creators: { type: "string", default: "6" },
    at_once: { type: "string", default: "4" },
    // The folder of a demo world to begin with; made anew unless given.
    world: { type: "string" },
  },
});
const requests = Number(values.requests);
const SLOW_MS = 250;
const SAY_AFTER = 1500;
// Who was signed out by one of their own requests comes back after so many, or most would be a guest's.
const LOG_IN_AGAIN_AFTER = 20;
const UNSENT = { status: 0, ms: 0, isRefusedForm: false, isSignedOut: false };
const METRICS_TOKEN = "a-token-of-the-fuzz";
const PASSWORD = "thank-you-note";
const CREATORS = ["joerdis", "pixelpapa", "marisol", "kasia", "knisterkeller", "vince"];

let codes = 0;
const random = createRandom(`fuzz ${values.seed}`);
const startedAt = performance.now();
const say = (text: string) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s  ${text}\n`);

const folder = await mkdtemp(path.join(tmpdir(), "tribute-fuzz-"));
if (values.world) await copyPostgres(values.world, folder);
const postgres = await startEmbedded({ dataDir: folder });
const product = await startProduct(
  postgres.url,
  { TRUSTED_PROXIES: "127.0.0.1,::1", METRICS_TOKEN },
  values.world ? { dataFrom: filesOf(values.world) } : {},
);
try {
  await run();
} finally {
  await product.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Visitor {
  who: string;
  cookie: string;
  logged_in_at: number;
  posts: readonly ValidPost[];
}

async function run(): Promise<void> {
  const statuses = new Map<number, number>();
  // A form or call that was understood and refused with its reasons.
  let refusedForms = 0;
  const faults: string[] = [];
  const slow: string[] = [];
  const visitors = await openVisitors();
  say(`${visitors.map(({ who, posts }) => `${who}: ${posts.length} forms and calls`).join(", ")}`);
  const guest = servedMeanwhile();
  const memory = [await residentBytes()];
  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      // Most of what a guest sends is turned away at the door.
      const visitor = random.weighted(visitors.map((each) => [each, each.who === "guest" ? 1 : 2]));
      // A form of many fields has more to get wrong than a button: it comes as much more often.
      // Half of them forms: a call has more fields than most, and there are many.
      const isCall = random.below(2) === 0;
      const posts = visitor.posts.filter(({ path }) => /^\/(api|oauth)\//.test(path) === isCall);
      const valid = random.weighted(posts.map((post) => [post, (1 + post.fields.length) ** 2]));
      const request = fuzzedRequest(random, valid);
      const { status, ms, isRefusedForm, isSignedOut } = await timed(request, visitor.cookie);
      if (isRefusedForm) refusedForms += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0 || status >= 500) faults.push(`${status} ${told(visitor, request)}`);
      else if (ms > SLOW_MS && !request.isUpload && (await isSlow(request, visitor.cookie)))
        slow.push(`${ms.toFixed(0)} ms ${told(visitor, request)}`);
      if (isSignedOut && sent - visitor.logged_in_at > LOG_IN_AGAIN_AFTER) {
        visitor.logged_in_at = sent;
        visitor.cookie = await logIn(visitor.who);
      }
      if (sent % SAY_AFTER === 0) {
        memory.push(await residentBytes());
        say(
          `${sent} sent, ${faults.length} faults, ${slow.length} slow, ${Math.round((memory.at(-1) ?? 0) / 1e6)} MB`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: Number(values.at_once) }, send));
  memory.push(await residentBytes());
  const served = await guest.stop();
  for (const fault of faults.slice(0, 20)) say(`FAULT ${fault}`);
  for (const each of slow.slice(0, 20)) say(`SLOW ${each}`);
  const counts = Object.fromEntries([...statuses].sort(([a], [b]) => a - b));
  const printed = product
    .output()
    .split("\n")
    .filter((line) => /"level":(50|60)/.test(line));
  for (const line of printed.slice(0, 10)) say(`LOGGED ${line.slice(0, 600)}`);
  process.stdout.write(
    `${JSON.stringify({ requests: sent, statuses: counts, refused_forms: refusedForms, faults: faults.length, slow: slow.length, ...served, memory_bytes: memory })}\n`,
  );
  process.exitCode = faults.length + served.unserved === 0 ? 0 : 1;
}

/** A guest, some of the demo's creators and the operator, each with what they may send. */
async function openVisitors(): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const who of ["guest", ...CREATORS.slice(0, Number(values.creators)), "operator"]) {
    const cookie = await logIn(who);
    const posts = await collectPosts(product.url, addresses, cookie);
    // An operator, who needs a code each time, does not sign out by themselves.
    const kept = who === "operator" ? posts.filter((post) => !/logout|sessions/.test(post.path)) : posts;
    visitors.push({ who, cookie, logged_in_at: 0, posts: kept });
  }
  return visitors;
}

/** Without a session when the account was locked or changed meanwhile: then they are one more guest. */
async function logIn(who: string): Promise<string> {
  if (who === "guest") return "";
  const email = who === "operator" ? "operator@tribute.example" : `${who}@demo.example`;
  const headers = { "X-Forwarded-For": newAddress() };
  const first = await post("/login", { email, password: PASSWORD }, headers);
  const session = cookieIn(first, "session");
  if (session || !/\/login\/code/.test(first.headers.location ?? "")) return session;
  const secret = /second factor (\w+)/.exec(product.output())?.[1] ?? "";
  // Each code counts once: the one of the step before, then the present one, then the next.
  const timestamp = Date.now() + Math.min(codes - 1, 1) * 30_000;
  codes += 1;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  return cookieIn(
    await post("/login/code", { code }, { ...headers, Cookie: cookieIn(first, "second_step") }),
    "session",
  );
}

function cookieIn({ headers }: Answer, name: string): string {
  const cookie = headers["set-cookie"]?.find((each) => each.startsWith(`${name}=`))?.split(";")[0] ?? "";
  return cookie === `${name}=` ? "" : cookie;
}

async function post(
  to: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Answer> {
  const form = formBody(fields);
  return await ask(product.url + to, {
    method: "POST",
    headers: { ...form.headers, ...headers },
    body: form.body,
  });
}

/** Everybody has an address of their own, so that no limit hides what lies behind it. */
function newAddress(): string {
  return [10, random.below(256), random.below(256), random.below(256)].join(".");
}

async function timed(
  request: FuzzedRequest,
  cookie: string,
): Promise<{ status: number; ms: number; isRefusedForm: boolean; isSignedOut: boolean }> {
  const { method, path: to, body } = request;
  const headers = {
    "X-Forwarded-For": newAddress(),
    ...(cookie ? { Cookie: cookie } : {}),
    ...request.headers,
  };
  for (let tries = 0; tries < 3; tries += 1) {
    const before = performance.now();
    try {
      const answer = await ask(product.url + to, { method, headers, ...(body ? { body } : {}) });
      const isRefusedForm = answer.status === 422;
      const isSignedOut = cookie !== "" && /^\/login\b/.test(answer.headers.location ?? "");
      return { status: answer.status, ms: performance.now() - before, isRefusedForm, isSignedOut };
    } catch (error) {
      // What HTTP itself refuses to send, such as a header of other letters, is no request.
      if (error instanceof TypeError) return { ...UNSENT, status: 400 };
      // A connection that breaks while a body is refused may take the answer with it; a process that is gone stays so.
      say(`${method} ${to}: ${String(error)}`);
    }
  }
  return UNSENT;
}

async function isSlow(request: FuzzedRequest, cookie: string): Promise<boolean> {
  for (let again = 0; again < 3; again += 1) if ((await timed(request, cookie)).ms <= SLOW_MS) return false;
  return true;
}

function told({ who }: Visitor, { method, path: to, headers, body }: FuzzedRequest): string {
  return `${who}: ${method} ${to} ${JSON.stringify(headers)} ${JSON.stringify(body?.toString("latin1").slice(0, 400))}`;
}

/** A guest who asks for pages all the while. */
function servedMeanwhile(): { stop(): Promise<{ served: number; unserved: number }> } {
  let isOver = false;
  let served = 0;
  let unserved = 0;
  const work = (async () => {
    while (!isOver) {
      const to = ["/", "/joerdis", "/wren.field/7", `/joerdis?${served}`][served % 4] ?? "/";
      const answer = await ask(product.url + to, { headers: { "X-Forwarded-For": newAddress() } }).catch(
        () => null,
      );
      if (answer?.status === 200 || answer?.status === 404) served += 1;
      else unserved += 1;
      await pause(20);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return { served, unserved };
    },
  };
}

async function residentBytes(): Promise<number> {
  const { text } = await ask(`${product.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1] ?? 0);
}
