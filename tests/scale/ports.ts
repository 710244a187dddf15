import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below what Linux gives to outgoing connections: a port that is free for a moment must not be taken by one of them. */
const FIRST = 20_000;
const LAST = 31_000;

/** So many different ports of this machine that nobody listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  for (let port = FIRST + Math.floor(Math.random() * 8000); ports.length < count && port < LAST; port += 1) {
    const server = createServer();
    server.listen(port, "127.0.0.1");
    const isFree = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    held.push(server);
    ports.push(port);
  }
  await Promise.all(held.map((server) => once(server.close(), "close")));
  if (ports.length < count) throw new Error("there are not enough free ports");
  return ports;
}
