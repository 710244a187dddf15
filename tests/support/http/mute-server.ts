import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** A mail server that takes calls and says nothing. */
export async function muteServer(port: number): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => undefined)).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
