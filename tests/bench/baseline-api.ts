import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { z } from "zod";
import { findProfileById } from "../../app/domain/users/profile.server.ts";
import { createPool } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";

// What calls of the API cost at least: node:http, the statements of the product's own read by name and what they found as
// JSON; and a tip with its payment in one statement, then the provider, then where to pay. No rule is asked, nobody is
// looked up, nothing is counted.
const pool = createPool(process.env.DATABASE_URL ?? "");
const provider = process.env.SANDBOX_API_URL ?? "";

/** Statements as the product sends them for one creator's profile, learned from its own function. */
const learned = new Map<string, readonly CompiledQuery[]>();

async function learn(id: string): Promise<readonly CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  await findProfileById(db, id, new Date());
  learned.set(id, sent);
  return sent;
}

async function read(id: string): Promise<unknown> {
  const found: unknown[] = [];
  for (const [index, { sql, parameters }] of (learned.get(id) ?? (await learn(id))).entries())
    found.push((await pool.query({ name: `bare-read-${index}`, text: sql, values: [...parameters] })).rows);
  return found;
}

const WRITE = `
with tip as (
  insert into tips (id, creator_id, currency, amount_minor, status, sender_name, message, payment_type, country, pay_currency,
    sender_email, share_email, locale, details_seen_at, created_at, updated_at)
  values ($1, $3, 'EUR', 1000, 'AWAITING_PAYMENT', $4, $5, 'INETCASH_CC', 'DE', 'EUR', null, false, 'en', now(), now(), now())
), payment as (
  insert into payments (id, purpose, tip_id, type, provider, status, currency, amount_minor, service_fee_bps,
    service_fee_minor, vat_minor, vat_rate_bps, country, total_minor, charged_minor, charged_currency, rate, rate_date, created_at)
  values ($2, 'TIP', $1, 'INETCASH_CC', 'sandbox', 'CREATED', 'EUR', 1000, 1000, 100, 19, 1900, 'DE', 1119, 1119, 'EUR', 1,
    current_date, now())
)
insert into payment_starts (payment_id, order_id, receiver_id, address_hash, network_hash, started_at)
values ($2, $1, $3, $6, $6, now())`;
const SEND = `update payments set provider_ref = $2, redirect_url = $3, status = 'REDIRECTED' where id = $1`;

/** Of a body as much as a bare server looks at. */
const bodySchema = z.object({ name: z.string(), message: z.string() });
const madeSchema = z.object({ payment: z.object({ ref: z.string() }), redirect_url: z.string() });
const place = randomBytes(16);

async function write(creator: string, text: string): Promise<unknown> {
  const { name, message } = bodySchema.parse(JSON.parse(text));
  const [tip, payment_id] = [randomUUID(), randomUUID()];
  await pool.query({
    name: "bare-write",
    text: WRITE,
    values: [tip, payment_id, creator, name, message, place],
  });
  const answer = await fetch(`${provider}/payments`, {
    method: "POST",
    body: JSON.stringify({ payment_id, amount_minor: 1119, currency: "EUR" }),
  });
  const { payment, redirect_url: url } = madeSchema.parse(await answer.json());
  await pool.query({ name: "bare-send", text: SEND, values: [payment_id, payment.ref, url] });
  return { payment_id, url, summary_url: `http://127.0.0.1/tip/${tip}/summary` };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.url?.split("/")[3] ?? "";
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const isRead = request.method === "GET";
  const data = isRead ? await read(id) : await write(id, Buffer.concat(chunks).toString());
  const body = JSON.stringify({ data });
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(isRead ? 200 : 201, headers);
  response.end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.writeHead(500).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
