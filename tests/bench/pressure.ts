import { Agent, request } from "node:http";
import type { Kysely } from "kysely";
import sharp from "sharp";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import type { DB } from "../../db/schema.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { multipart } from "../support/http/http-client.ts";
import { memoryMegabytes, type Server } from "./processes.ts";

const CLIENTS = 20;
const GUESTS_A_SECOND = 50;
const PASSWORD = "thank-you-note";
const SAMPLE_MS = 250;

export interface PressureFacts {
  guests: { count: number; p50_ms: number; p95_ms: number; p99_ms: number };
  /** What the clients got done; `busy` were told to come again. */
  clients: { logins: number; uploads: number; papers: number; busy: number };
  /** The most memory that the server took. */
  megabytes: number;
  failures: Map<string, number>;
}

interface Sent {
  status: number;
  cookie: string | null;
}

/**
 * Guests ask for pages at a steady rate, seven of ten from the cache, while twenty clients log in, upload a photo of
 * twelve million points and fetch a receipt as a PDF, one after the other without a pause.
 */
export async function measurePressure(
  server: Server,
  { db, secret, seconds }: { db: Kysely<DB>; secret: string; seconds: number },
): Promise<PressureFacts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const creators = demoCreators.filter(({ status }) => status === "ACTIVE");
  const tokens = createTokens(secret);
  const paid = await db
    .selectFrom("payments")
    .select("id")
    .where("status", "=", "SUCCESS")
    .limit(400)
    .execute();
  const photo = await photograph();
  const form = multipart({}, { field: "file", name: "photo.jpg", type: "image/jpeg", bytes: photo });
  const failures = new Map<string, number>();
  const clients = { logins: 0, uploads: 0, papers: 0, busy: 0 };
  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1000;

  /** Counts an answer, or what was wrong with it. */
  const note = (what: "logins" | "uploads" | "papers", expected: number, { status }: Sent) => {
    if (status === expected) clients[what] += 1;
    else if (status === 503) clients.busy += 1;
    else failures.set(`${what} ${status}`, (failures.get(`${what} ${status}`) ?? 0) + 1);
  };

  async function client(index: number): Promise<void> {
    const from = `198.51.100.${index}`;
    const email = creators[index % creators.length]?.email ?? "";
    for (let turn = 0; !isOver(); turn += 1) {
      const credentials = new URLSearchParams({ email, password: PASSWORD }).toString();
      const type = { "Content-Type": "application/x-www-form-urlencoded" };
      const login = await send(agent, server.url, "POST", "/login", from, type, credentials);
      note("logins", 303, login);
      if (login.cookie) {
        const headers = { ...form.headers, Cookie: login.cookie };
        note(
          "uploads",
          303,
          await send(agent, server.url, "POST", "/account/edit/avatar", from, headers, form.body),
        );
      }
      const payment = paid[(index * 17 + turn) % paid.length]?.id ?? "";
      const receipt = `/receipt/${tokens.sign("receipt", payment)}/pdf`;
      note("papers", 200, await send(agent, server.url, "GET", receipt, from));
    }
  }

  const times: number[] = [];
  async function visit(index: number): Promise<void> {
    const profile = creators[index % 5]?.username ?? "";
    const path = `/${profile}${index % 10 < 7 ? "" : `?visit=${index}`}`;
    const started = performance.now();
    const { status } = await send(agent, server.url, "GET", path, `203.0.113.${index % 251}`);
    times.push(performance.now() - started);
    if (status !== 200) failures.set(`guest ${status}`, (failures.get(`guest ${status}`) ?? 0) + 1);
  }

  let megabytes = memoryMegabytes(server.pid);
  const sampling = setInterval(() => {
    megabytes = Math.max(megabytes, memoryMegabytes(server.pid));
  }, SAMPLE_MS);
  const working = Array.from({ length: CLIENTS }, (_, index) => client(index));
  const visits: Promise<void>[] = [];
  for (let index = 0; !isOver(); index += 1) {
    const wait = began + (index * 1000) / GUESTS_A_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    visits.push(visit(index));
  }
  await Promise.all([...working, ...visits]);
  clearInterval(sampling);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    guests: { count: times.length, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) },
    clients,
    megabytes,
    failures,
  };
}

/** As large as a phone's, and as hard to pack: several megabytes. */
async function photograph(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 24 } as const;
  return await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#888888", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function send(
  agent: Agent,
  base: string,
  method: "GET" | "POST",
  path: string,
  from: string,
  headers: Record<string, string> = {},
  body: string | Uint8Array = "",
): Promise<Sent> {
  return new Promise((resolve) => {
    // A connection that breaks is an answer, too: it is counted among the failures.
    const reject = () => resolve({ status: 0, cookie: null });
    const length = method === "POST" ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
    const sent = request(
      new URL(path, base),
      { agent, method, headers: { "X-Forwarded-For": from, ...length, ...headers } },
      (answer) => {
        answer.resume();
        answer.on("error", reject);
        answer.on("end", () => {
          const cookies = answer.headers["set-cookie"] ?? [];
          const session = cookies.find((cookie) => cookie.startsWith("session="))?.split(";")[0] ?? null;
          resolve({ status: answer.statusCode ?? 0, cookie: session });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
