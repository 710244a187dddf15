import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { accountFor } from "../../../db/embedded/account.ts";
import { handOver } from "../../../db/embedded/data-dir.ts";
import { type EmbeddedDatabase, startEmbedded } from "../../../db/embedded.ts";
import { copyPostgres, query, THROW_AWAY } from "../fixtures/demo-world.ts";

/** A primary with the demo world, and its streaming replica behind an address that stays. */
export interface Replicated {
  /** The demo world's database on the primary, as its owner and as the server's administrator. */
  url: string;
  adminUrl: string;
  /** The same on the replica, whatever becomes of that. */
  readUrl: string;
  /** The replica's database as its administrator. */
  replicaAdminUrl(): string;
  /** From now on the replica replays nothing more; or goes on. */
  pauseReplay(isPaused: boolean): Promise<void>;
  /** The replica's address takes connections and bytes, and answers nothing; or answers again. */
  hang(isHanging: boolean): void;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { ...THROW_AWAY, wal_level: "replica", max_wal_senders: "4", hot_standby_feedback: "on" };

/** Starts both in that folder, which any user may enter, from the demo world of another. */
export async function startReplicated(folder: string, world: string): Promise<Replicated> {
  chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, "primary"), path.join(folder, "replica")];
  await copyPostgres(world, first);
  // Once, so that its files say that they can be followed; then they are copied cold.
  await (await startEmbedded({ dataDir: first, settings: SETTINGS })).stop();
  mkdirSync(second);
  const copied = spawnSync("cp", ["-RpL", `${first}/.`, second], { encoding: "utf8" });
  if (copied.status !== 0) throw new Error(`the primary was not copied:\n${copied.stderr}`);
  const primary = await startEmbedded({ dataDir: first, settings: SETTINGS });
  appendFileSync(path.join(first, "cluster/pg_hba.conf"), "local replication all trust\n");
  await query(primary.adminUrl, "select pg_reload_conf()");

  const cluster = path.join(second, "cluster");
  const signal = path.join(cluster, "standby.signal");
  writeFileSync(signal, "");
  handOver(signal, accountFor(cluster));
  const follows = `host=${primary.socketDir} port=5432 user=postgres`;
  const start = () =>
    startEmbedded({ dataDir: second, settings: { ...SETTINGS, primary_conninfo: follows } });
  let replica = await start();
  const door = await openDoor(() => replica);
  const asAdministrator = (text: string) => query(replica.adminUrl, text);
  return {
    url: primary.url,
    adminUrl: primary.adminUrl,
    readUrl: door.url,
    replicaAdminUrl: () => replica.adminUrl,
    pauseReplay: (isPaused) =>
      asAdministrator(isPaused ? "select pg_wal_replay_pause()" : "select pg_wal_replay_resume()"),
    hang: door.hang,
    kill: async () => {
      process.kill(replica.pid, "SIGKILL");
      await replica.exited;
      await replica.stop();
    },
    startAgain: async () => {
      replica = await start();
    },
    promote: () => asAdministrator("select pg_promote()"),
    stop: async () => {
      await door.close();
      await replica.stop();
      await primary.stop();
    },
  };
}

/** A loopback port that leads to wherever the replica is now. */
async function openDoor(replica: () => EmbeddedDatabase) {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((client) => {
    const upstream = connect(`${replica().socketDir}/.s.PGSQL.5432`);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("data", (chunk) => {
        if (!isHanging) other.write(chunk);
      });
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `postgresql://tribute@127.0.0.1:${address.port}/tribute`,
    hang(is: boolean) {
      isHanging = is;
      // What was swallowed is lost for good.
      if (!is) for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
