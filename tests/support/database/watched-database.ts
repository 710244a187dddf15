import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** One round trip of a client to PostgreSQL. */
export interface RoundTrip {
  /** The application_name that the client's connection gave. */
  application: string;
  /** Tells connections apart. */
  connection: number;
  /** The statement's text, its parameters as $1, $2 and so on. */
  text: string;
  /** The name that it is prepared under; the empty string for none. */
  name: string;
}

/** A way to a database on which every statement is seen as it passes. */
export interface WatchedDatabase {
  url: string;
  /** What passed since the last call, in its order. */
  take(): RoundTrip[];
  close(): Promise<void>;
}

/** Opens a loopback port that leads to the database of that address and reads along (PostgreSQL's protocol 3). */
export async function watchDatabase(databaseUrl: string): Promise<WatchedDatabase> {
  const address = new URL(databaseUrl);
  const folder = address.searchParams.get("host");
  const port = address.port || "5432";
  const passed: RoundTrip[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = folder
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect({ host: address.hostname, port: Number(port) });
    const read = createReader(connections, (trip) => passed.push(trip));
    client.on("data", read);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(portOf(server));
  return {
    url: url.href,
    take: () => passed.splice(0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** Reads what a client says; calls `told` each time that the client waits for an answer to a statement. */
function createReader(connection: number, told: (trip: RoundTrip) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let application: string | null = null;
  let text = "";
  let name = "";
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no letter before its length.
      const start = application === null ? 0 : 1;
      if (rest.length < start + 4 || rest.length < start + rest.readInt32BE(start)) return;
      const end = start + rest.readInt32BE(start);
      const letter = String.fromCharCode(rest[0] ?? 0);
      const strings = rest
        .subarray(start + 4, end)
        .toString("utf8")
        .split("\0");
      rest = rest.subarray(end);
      if (application === null) {
        const place = strings.findIndex((each) => each.endsWith("application_name"));
        application = strings[place + 1] ?? "";
      } else if (letter === "P") {
        prepared.set(strings[0] ?? "", strings[1] ?? "");
      } else if (letter === "B") {
        name = strings[1] ?? "";
        text = prepared.get(name) ?? "";
      } else if (letter === "Q") {
        told({ application, connection, text: strings[0] ?? "", name: "" });
      } else if (letter === "S") {
        told({ application, connection, text, name });
      }
    }
  };
}
