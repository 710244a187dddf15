import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A server on a free port of this machine. */
export interface Listening {
  origin: string;
  close(): Promise<void>;
}

/** Lets a listener answer over real HTTP. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
