import crypto from "node:crypto";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { types } from "node:util";
import { createChild, type Place, type Process, placeNow_ms, places, worldClock } from "./flow.ts";

/** Shorter waits are turns of the event loop, as React's, and pass in real time. */
const TURN_MS = 20;

/** A wait of the product, which ends when the world's time passes it and the scheduler says so. */
export interface Wait {
  readonly id: number;
  readonly place: Place;
  due_ms: number;
  end(): void;
}

/** Of all flows, by their ids. */
export const waits = new Map<number, Wait>();
let lastWait = 0;

const servers = new Map<http.Server, Process>();

/** With all that is open to them. */
export function closeServers(process: Process): void {
  for (const [server, own] of servers) {
    if (own !== process) continue;
    server.closeAllConnections();
    server.close();
    servers.delete(server);
  }
}

/** Each process of worlds listens on ports of its own, which the product does not see: its addresses are the seed's. */
const PORT_OFFSET = (process.pid % 1000) * 4;

/** Where the product that believes to be at an address listens. */
export function realAddress(address: string): string {
  const url = new URL(address);
  if (url.hostname === "127.0.0.1") url.port = String(Number(url.port) + PORT_OFFSET);
  return url.href;
}

/** Carries the act of a request to the server, so that its statements count as the act's. */
const FLOW_HEADER = "x-world-place";
const travelling = new Map<string, Place>();

/** Sends a request with headers by which the server knows its act. It ends with its answer's head, or its failure. */
export async function travel<Answer>(
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const parent = places.getStore();
  if (!parent) return await send({});
  const child = createChild(parent);
  const key = `${child.flow.name} ${child.path}`;
  travelling.set(key, child);
  try {
    return await send({ [FLOW_HEADER]: key });
  } finally {
    travelling.delete(key);
    parent.children.delete(child);
  }
}

/**
 * Time, randomness and waits of this process become the world's: for code inside a flow they come from its seed.
 * Before the product is loaded.
 */
export function installVirtualBuiltins(): void {
  virtualDate();
  virtualRandomness();
  virtualWaits();
  flowsThroughHttp();
  syncBuiltinESMExports();
}

function virtualDate(): void {
  const RealDate = Date;
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [placeNow_ms()] : given, newTarget),
    apply: () => new RealDate(placeNow_ms()).toString(),
    get: (target, name) => (name === "now" ? placeNow_ms : Reflect.get(target, name, target)),
    has: (target, name) => Reflect.has(target, name),
  });
  Object.defineProperty(globalThis, "Date", { value: VirtualDate, configurable: true, writable: true });
  const realNow = performance.now.bind(performance);
  performance.now = () => (places.getStore() ? placeNow_ms() : realNow());
  if (!types.isDate(new Date())) throw new Error("the virtual date is no date");
}

function virtualRandomness(): void {
  const real = {
    randomBytes: crypto.randomBytes,
    randomFillSync: crypto.randomFillSync,
    randomUUID: crypto.randomUUID,
    random: Math.random,
    getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
  };
  const fill = (bytes: Uint8Array): boolean => {
    const random = places.getStore()?.random;
    if (!random) return false;
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256);
    return true;
  };
  const seeded = (size: number): Buffer | null => {
    const bytes = Buffer.alloc(size);
    return fill(bytes) ? bytes : null;
  };
  const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  Object.assign(crypto, {
    randomBytes: (size: number, done?: (error: Error | null, bytes: Buffer) => void) => {
      const bytes = seeded(size);
      if (bytes === null) return done ? real.randomBytes(size, done) : real.randomBytes(size);
      if (!done) return bytes;
      process.nextTick(done, null, bytes);
      return undefined;
    },
    randomFillSync: (view: NodeJS.ArrayBufferView, ...range: [number?, number?]) => {
      const [offset = 0, size] = range;
      const part = bytesOf(view).subarray(offset, size === undefined ? undefined : offset + size);
      return fill(part) ? view : real.randomFillSync(view, ...range);
    },
    randomUUID: () => {
      const bytes = seeded(16);
      if (bytes === null) return real.randomUUID();
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = bytes.toString("hex");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        "-",
      );
    },
  });
  globalThis.crypto.getRandomValues = (view) => {
    if (view !== null && fill(bytesOf(view))) return view;
    return real.getRandomValues(view);
  };
  Math.random = () => places.getStore()?.random.next() ?? real.random();
}

/**
 * A pause ends when the scheduler says so. Timers for a case that does not come, such as those of pools and of requests
 * without an answer, never end: in a world without a network each answer comes.
 */
function virtualWaits(): void {
  const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
  const isVirtual = (ms: number | undefined): boolean =>
    places.getStore() !== undefined && (ms ?? 0) >= TURN_MS;
  // A real timer that is cleared at once: its type is what the product expects.
  const never = (): NodeJS.Timeout => {
    const timer = real.setTimeout(() => undefined, 0);
    clearTimeout(timer);
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: (act: () => void, ms?: number, ...given: []) =>
      isVirtual(ms) ? never() : real.setTimeout(act, ms, ...given),
    setInterval: (act: () => void, ms?: number, ...given: []) =>
      isVirtual(ms) ? never() : real.setInterval(act, ms, ...given),
  });
  AbortSignal.timeout = () => new AbortController().signal;
  const realPause = timers.setTimeout;
  Object.assign(timers, {
    setTimeout: <Value>(ms?: number, value?: Value, options?: { signal?: AbortSignal; ref?: boolean }) => {
      const place = isVirtual(ms) ? places.getStore() : undefined;
      return place ? pauseOf(place, ms ?? 0, value, options?.signal) : realPause(ms, value, options);
    },
  });
}

function pauseOf<Value>(
  place: Place,
  ms: number,
  value: Value,
  signal: AbortSignal | undefined,
): Promise<Value> {
  lastWait += 1;
  const id = lastWait;
  return new Promise((resolve, reject) => {
    const end = () => {
      waits.delete(id);
      resolve(value);
    };
    waits.set(id, { id, place, due_ms: worldClock.now_ms + ms, end });
    signal?.addEventListener("abort", () => {
      waits.delete(id);
      reject(signal.reason);
    });
  });
}

/** Requests carry the act that they belong to; the server continues it. */
function flowsThroughHttp(): void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const place = places.getStore();
    if (!place) return await realFetch(input, init);
    if (place.process?.isDead) throw new TypeError("fetch failed: the process has ended");
    return await travel(async (more) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      const answer =
        input instanceof Request
          ? await realFetch(input, { ...init, headers })
          : await realFetch(realAddress(String(input)), { ...init, headers });
      // Whole, so that only code is left to run when the request has ended.
      const body = await answer.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, answer);
    });
  };
  const realCreateServer = http.createServer;
  const createServer = (options: http.ServerOptions, listener: http.RequestListener) => {
    const process = places.getStore()?.process ?? null;
    const server = realCreateServer(options, (request, response) => {
      const place = travelling.get(String(request.headers[FLOW_HEADER]));
      delete request.headers[FLOW_HEADER];
      if (!place) return void response.writeHead(503).end();
      place.process = process;
      places.run(place, () => listener(request, response));
    });
    if (process) servers.set(server, process);
    const listen = server.listen.bind(server);
    return Object.assign(server, {
      listen: (port: number, host: string, done: () => void) => {
        server.address = () => ({ port, address: host, family: "IPv4" });
        return listen(port + PORT_OFFSET, host, done);
      },
    });
  };
  Object.assign(http, { createServer });
}
