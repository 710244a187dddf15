import { Agent, request } from "node:http";
import { createTokens } from "../../app/crypto/crypto.server.ts";

/** Posts summaries, `clients` at once over kept connections, for some seconds; answered redirects per second. */
export async function postSummaries(
  base: string,
  secret: string,
  drafts: Iterator<{ tip_id: string; username: string }>,
  clients: number,
  seconds: number,
): Promise<number> {
  const tokens = createTokens(secret);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const until = Date.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        const next = drafts.next();
        if (next.done) throw new Error("the prepared drafts are used up: prepare more");
        const { tip_id, username } = next.value;
        const status = await post(
          agent,
          `${base}/${username}/tip/${tokens.sign("tip-draft", tip_id)}/summary`,
          "charged_minor=1119",
        );
        if (status !== 303) throw new Error(`a summary was answered with ${status}`);
        done += 1;
      }
    }),
  );
  agent.destroy();
  return done / seconds;
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": Buffer.byteLength(body),
    };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
