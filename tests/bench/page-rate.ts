import { type LoadResult, load } from "./load.ts";
import { cpuSeconds } from "./processes.ts";

/** As many browsers ask at once. */
export const CONNECTIONS = 32;

/** Whatever answers at an address: ours, a baseline or a peer. */
export interface Answering {
  url: string;
  /** Its main process; what its children use is counted, too. */
  pid: number;
}

export interface PageRate extends LoadResult {
  /** Answers for each second that the server's processes worked. */
  rate: number;
}

/** Asks for one page again and again; throws when an answer is none. */
export async function measurePage(
  server: Answering,
  path: string,
  { seconds, cookie }: { seconds: number; cookie?: string | undefined },
): Promise<PageRate> {
  const before = cpuSeconds(server.pid);
  const result = await load(server.url + path, { connections: CONNECTIONS, seconds, cookie });
  if (result.failed > 0) throw new Error(`${result.failed} answers of ${server.url}${path} were no pages`);
  return { ...result, rate: result.requests / Math.max(0.01, cpuSeconds(server.pid) - before) };
}
