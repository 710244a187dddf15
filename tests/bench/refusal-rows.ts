import { once } from "node:events";
import { Agent, request as httpRequest, type RequestOptions } from "node:http";
import type { BenchWorld } from "./bench-world.ts";
import { cpuSeconds } from "./processes.ts";

const REQUESTS = 3000;

const POST = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
const KINDS: [string, string, RequestOptions, number][] = [
  ["a refused verb", "/login", { method: "PUT" }, 405],
  ["a refused foreign post", "/login", foreign(), 403],
  ["a page too many", "/login?page=1", {}, 429],
  ["a post too many", "/login", POST, 429],
];

function foreign(): RequestOptions {
  return { ...POST, headers: { ...POST.headers, Origin: "https://other.example" } };
}

/** What a refusal costs the product's process, over one connection, for an address that sends nothing else. */
export async function measureRefusals({ options, report, startProduct }: BenchWorld): Promise<void> {
  const product = await startProduct({ CROWD_FACTOR: "1", POSTS_PER_MINUTE: "20" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const requests = options.isSmall ? REQUESTS / 10 : REQUESTS;
  const refuse = async (path: string, asked: RequestOptions) => {
    const request = httpRequest(product.url + path, { agent, ...asked });
    request.end(asked.method === "POST" ? "email=a" : undefined);
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  };
  for (const [name, path, asked, status] of KINDS) {
    const costs: number[] = [];
    for (let round = 0; round <= options.rounds; round += 1) {
      const before = cpuSeconds(product.pid);
      let refused = 0;
      // The first round uses the budget up, and has the code compiled.
      const count = round === 0 ? REQUESTS : requests;
      for (let sent = 1; sent <= count; sent += 1) if ((await refuse(path, asked)) === status) refused += 1;
      if (refused < count / 2) throw new Error(`${name}: ${refused} of ${count} were refused`);
      if (round > 0) costs.push(((cpuSeconds(product.pid) - before) * 1000) / requests);
    }
    report.atMost(name, costs, { limit: 0.5, unit: "ms" }, "processor time, with its line in the log");
  }
  agent.destroy();
  await product.stop();
}
