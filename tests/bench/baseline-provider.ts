import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

// A payment provider that says yes to everything at once: what is measured is our side. A post to its page pays: it tells
// the product, and then leads back there, as providers do.
const orderSchema = z.object({
  payment_id: z.string(),
  amount_minor: z.number().default(1),
  currency: z.string().default("EUR"),
  notice_url: z.string().default(""),
  success_url: z.string().default(""),
});
const secret = process.env.SANDBOX_NOTICE_SECRET ?? "";
const orders = new Map<string, z.output<typeof orderSchema>>();
const paidAt = new Map<string, string>();

function describe(id: string): object {
  const { amount_minor, currency } = orders.get(id) ?? { amount_minor: 1, currency: "EUR" };
  const paid_at = paidAt.get(id) ?? null;
  const payment = {
    ref: `bench-${id}`,
    payment_id: id,
    state: paid_at ? "PAID" : "OPEN",
    amount_minor,
    currency,
  };
  const answer = { ...payment, paid_at, failure_code: null, refunds: [], disputes: [] };
  return { payment: answer, redirect_url: `http://127.0.0.1:${port()}/pay/${id}` };
}

/** Tells the product, as signed as its own sandbox does, that somebody has paid. */
async function pay(id: string): Promise<string> {
  const created_at = new Date().toISOString();
  paidAt.set(id, created_at);
  const names = { event_id: randomUUID(), kind: "payment.paid", payment_ref: `bench-${id}`, payment_id: id };
  const body = JSON.stringify({ ...names, created_at });
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "Tribute-Sandbox-Signature": `t=${seconds},v1=${mac}`,
  };
  const order = orders.get(id);
  const told = await fetch(order?.notice_url ?? "", { method: "POST", headers, body });
  if (told.status !== 202) throw new Error(`a notice was answered with ${told.status}`);
  return order?.success_url ?? "";
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(request.url ?? "")?.[0] ?? "";
  if (request.url?.startsWith("/pay/")) {
    if (request.method === "POST") response.writeHead(303, { Location: await pay(id) });
    response.end("Your card, please.");
    return;
  }
  const order = request.method === "POST" && body !== "" ? orderSchema.parse(JSON.parse(body)) : null;
  if (order) orders.set(order.payment_id, order);
  response.writeHead(201, { "Content-Type": "application/json" });
  response.end(JSON.stringify(describe(order?.payment_id ?? id)));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.writeHead(500).end();
  });
});

function port(): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

server.listen(0, "127.0.0.1", () => process.stdout.write(`listening http://127.0.0.1:${port()}\n`));
process.on("SIGTERM", () => process.exit(0));
