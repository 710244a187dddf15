import { Agent, request } from "node:http";
import { createDatabase } from "../../db/index.ts";
import { benchCreators } from "./bench-database.ts";
import type { BenchWorld } from "./bench-world.ts";
import { measurePage } from "./page-rate.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number } from "./report.ts";

const CLIENTS = 10;
const CREATORS = 200;

/**
 * Two calls of the API beside a bare server with the same statements and the same rows (baseline-api.ts): what a creator
 * shows, and a whole tip up to where it is paid.
 */
export async function measureApi(world: BenchWorld, product: Server, provider: Server): Promise<void> {
  const { options, report } = world;
  const db = createDatabase(world.databaseUrl, { max: 2 });
  const creators = await benchCreators(db, CREATORS);
  const ofCode = db.selectFrom("countries").select("id").where("iso_3166_1", "=", "DE");
  const { id: country_id } = await ofCode.executeTakeFirstOrThrow();
  const shown = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  await db.destroy();
  const bare = await world.startBaseline("api", { SANDBOX_API_URL: provider.url });
  const tip = JSON.stringify({
    ...{ amount: "10", name: "Ida", message: "Danke!", type: "INETCASH_CC", pay_currency: "EUR" },
    ...{ country_id, charged_minor: 1119 },
  });

  const read = async (server: Server) => (await measurePage(server, `/api/user/${shown.id}`, options)).rate;
  /** Tips begun for each second that the server's processes and PostgreSQL worked. */
  const post = async (server: Server): Promise<number> => {
    const used = () => cpuSeconds(server.pid) + cpuSeconds(world.postgresPid);
    const before = used();
    const begun = await beginTips(server.url, creators, tip, options.seconds);
    return begun / Math.max(0.01, used() - before);
  };

  const peers = options.peers
    .filter(({ row }) => row === "api")
    .map((peer) => ({ ...peer, shares: [] as number[], rate: 0 }));
  for (const server of options.isSmall ? [] : [bare, product]) {
    await read(server);
    await post(server);
  }
  const reads: number[] = [];
  const posts: number[] = [];
  const seen = { bareRead: 0, read: 0, barePost: 0, post: 0 };
  for (let round = 0; round < options.rounds; round += 1) {
    seen.bareRead = await read(bare);
    seen.read = await read(product);
    seen.barePost = await post(bare);
    seen.post = await post(product);
    reads.push(seen.read / seen.bareRead);
    posts.push(seen.post / seen.barePost);
    for (const peer of peers) {
      peer.rate = (await measurePage(peer, "", options)).rate;
      peer.shares.push(seen.read / peer.rate);
    }
  }
  report.share(
    "GET /api/user/{id} / bare",
    reads,
    { atLeast: 0.1, stretch: 0.2 },
    `${number(seen.read)} of ${number(seen.bareRead)} requests per CPU second`,
  );
  report.share(
    "POST /api/user/{id}/tribute / bare",
    posts,
    { atLeast: 0.15, stretch: 0.3 },
    `${number(seen.post)} of ${number(seen.barePost)} tips per CPU second, PostgreSQL's included`,
  );
  for (const { name, shares, rate } of peers)
    report.toKnow(
      `GET /api/user/{id} / ${name}`,
      shares,
      `${number(seen.read)} of ${number(rate)} requests per CPU second`,
    );
  await bare.stop();
}

/** Begins tips by calls, some clients at once over kept connections, for some seconds; how many were begun. */
async function beginTips(
  base: string,
  creators: readonly string[],
  body: string,
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const until = Date.now() + seconds * 1000;
  let begun = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (Date.now() < until) {
        const { status, text } = await send(
          agent,
          `${base}/api/user/${creators[begun % creators.length]}/tribute`,
          body,
        );
        if (status !== 201) throw new Error(`a tip was answered with ${status}: ${text}`);
        begun += 1;
      }
    }),
  );
  agent.destroy();
  return begun;
}

function send(agent: Agent, url: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
