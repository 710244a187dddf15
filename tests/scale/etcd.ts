import { eventually } from "../support/eventually.ts";
import { statusOf } from "./http-look.ts";
import { startProgram } from "./program.ts";
import type { Stage } from "./stage.ts";

/** One etcd, which no run kills: three on three machines keep each other's place (docs/decisions/061). */
export async function startEtcd(stage: Stage, client: number, peer: number): Promise<string> {
  const address = `127.0.0.1:${client}`;
  const urls = { client: `http://${address}`, peer: `http://127.0.0.1:${peer}` };
  startProgram(stage, {
    name: "etcd",
    isUnprivileged: true,
    argv: [
      "etcd",
      // Patroni 3.0 changes its keys by comparison over this interface alone (docs/decisions/061).
      "--enable-v2",
      "--data-dir",
      stage.folderFor("etcd"),
      "--listen-client-urls",
      urls.client,
      "--advertise-client-urls",
      urls.client,
      "--listen-peer-urls",
      urls.peer,
      "--initial-advertise-peer-urls",
      urls.peer,
      "--initial-cluster",
      `default=${urls.peer}`,
    ],
  });
  await eventually("etcd answers", async () => (await statusOf(`${urls.client}/health`)) === 200);
  return address;
}
