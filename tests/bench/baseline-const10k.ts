import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

// const10k: 10 KB of brotli HTML, the same every time. What node:http gives at best.
const body = brotliCompressSync(
  Buffer.from(`<!DOCTYPE html><title>const</title>${randomBytes(5000).toString("hex")}`),
).subarray(0, 10_240);
const server = createServer((_request, response) => {
  response.writeHead(200, {
    "Content-Type": "text/html",
    "Content-Encoding": "br",
    "Content-Length": body.byteLength,
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    process.stdout.write(`listening http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
