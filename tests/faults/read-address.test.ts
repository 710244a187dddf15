import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Kysely } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { createDatabase } from "../../db/index.ts";
import { openReadReplica, type ReadReplica } from "../../db/read-replica.ts";
import type { ReplicaState } from "../../db/replica-watch.ts";
import type { DB } from "../../db/schema.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { type Replicated, startReplicated } from "../support/database/replicated.ts";
import { eventually } from "../support/eventually.ts";

// What an address of a replica leads to, and when that is noticed.

let folder: string;
let servers: Replicated;
let primary: Kysely<DB>;
let replica: ReadReplica | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tribute-read-address-"));
  servers = await startReplicated(folder, inject("world"));
  primary = createDatabase(servers.url, { max: 2 });
});
afterEach(() => replica?.stop());
afterAll(async () => {
  await primary?.destroy();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

function open(readUrl: string): { replica: ReadReplica; states: ReplicaState[] } {
  const states: ReplicaState[] = [];
  replica = openReadReplica({
    ...{ primary, primaryUrl: servers.url, readUrl, max: 2, statements: "named" },
    onChange: (state) => states.push(state),
  });
  return { replica, states };
}

const countCountries = (db: Kysely<DB>) => db.selectFrom("countries").select("id").limit(1).execute();

test("another database of the replica's server is no replica of ours", async () => {
  const { replica, states } = open(withDatabase(servers.readUrl, "postgres"));
  await eventually("it was looked at", () => states.length > 0);
  expect(states).toEqual(["no_replica"]);
  expect(await countCountries(replica.db)).toHaveLength(1);
  expect(replica.counts).toEqual({ replica: 0, primary: 1 });
});

test("a replica whose connections break is not read before it has proven itself anew, used or not", async () => {
  const { replica, states } = open(servers.readUrl);
  const isNoticed = async () => {
    await eventually("it is fresh", () => replica.state() === "fresh");
    await countCountries(replica.db);
    const asOf = replica.freshAsOf();
    await eventually("a proof was just made", () => replica.freshAsOf() > asOf);
    await servers.kill();
    // Started again it may have less for a moment than it had proven.
    await eventually("it is left out", () => replica.state() === "unreachable");
    const isAheadOfProofs = states.at(-1) === "fresh";
    await servers.startAgain();
    return isAheadOfProofs;
  };
  // What a proof finds out is told. On a busy machine the next one may be due before the connections are seen to break.
  await eventually("it is noticed before the next proof", isNoticed);
  await eventually("it is fresh again", () => replica.state() === "fresh");
  const { replica: answered } = replica.counts;
  await countCountries(replica.db);
  expect(replica.counts).toEqual({ replica: answered + 1, primary: 0 });
});
