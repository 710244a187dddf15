import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A line to a port of this machine, which a test can take away and give back. */
export interface CutLine {
  url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openCutLine(port: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = isCut ? null : connect({ host: "127.0.0.1", port });
    for (const socket of [near, far]) {
      if (!socket) continue;
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far?.destroy();
      });
    }
    if (far) near.pipe(far).pipe(near);
    else near.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    cut() {
      isCut = true;
      dropAll();
    },
    restore() {
      isCut = false;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, "close");
    },
  };
}
