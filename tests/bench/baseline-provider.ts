import { createServer } from "node:http";

// A payment provider that says yes to everything at once: what is measured is our side of beginning a payment.
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on("end", () => {
    const id = /"payment_id":"([^"]+)"/.exec(body)?.[1] ?? "";
    const payment = { ref: `bench-${id}`, payment_id: id, state: "OPEN", amount_minor: 1, currency: "EUR" };
    const answer = { ...payment, paid_at: null, failure_code: null, refunds: [], disputes: [] };
    response.writeHead(201, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ payment: answer, redirect_url: "http://127.0.0.1/pay" }));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
