import type { MiddlewareFunction } from "react-router";
import { type BodyArrival, bodyArrivalContext, clientAddressContext } from "../context.ts";
import { BusyError } from "../domain/concurrency.server.ts";
import { addressKey } from "./address-keys.ts";

const MEGABYTE = 1024 * 1024;
const SMALL_BYTES = 128 * 1024;

export interface BudgetRules {
  bytes: number;
  bytesPerAddress: number;
  perAddress: number;
  waiting: number;
  waitingPerAddress: number;
  patienceMs: number;
}

/** Small reads are bounded anyway: only many from one address wait for each other. */
const SMALL: BudgetRules = {
  bytes: Number.POSITIVE_INFINITY,
  bytesPerAddress: Number.POSITIVE_INFINITY,
  perAddress: 32,
  waiting: 2000,
  waitingPerAddress: 64,
  patienceMs: 5000,
};
const LARGE: BudgetRules = {
  bytes: 48 * MEGABYTE,
  bytesPerAddress: 12 * MEGABYTE,
  perAddress: 4,
  waiting: 64,
  waitingPerAddress: 8,
  patienceMs: 20_000,
};

export interface BodyBudget {
  /**
   * Waits for room and returns its release, which may be called twice. Throws BusyError after the timeout or
   * with too many waiting. Meanwhile stalled bodies are cut off.
   */
  reserve(
    address: string,
    bytes: number,
    signal?: AbortSignal,
    arrival?: BodyArrival | null,
  ): Promise<() => void>;
}

/** While others wait: grace, then a minimum rate. */
const GRACE_MS = 3000;
const BYTES_PER_SECOND_MINIMUM = 64 * 1024;
const LOOK_MS = 1000;

interface Holder {
  since: number;
  arrival: BodyArrival;
}

function isTooSlow({ since, arrival }: Holder, now: number): boolean {
  const elapsed = now - since;
  if (elapsed < GRACE_MS || arrival.isWhole()) return false;
  return arrival.receivedBytes() < (elapsed / 1000) * BYTES_PER_SECOND_MINIMUM;
}

interface Waiter {
  address: string;
  bytes: number;
  admit(): void;
}

export function createBodyBudget(rules: BudgetRules): BodyBudget {
  let free = rules.bytes;
  const underWay = new Map<string, number[]>();
  const waiters = new Set<Waiter>();
  const holders = new Set<Holder>();
  let look: NodeJS.Timeout | undefined;

  function cutSlowOnes(): void {
    // A request that waits for its own address gains nothing from other bodies.
    if (![...waiters].some(hasOwnRoom)) return;
    const now = performance.now();
    for (const holder of holders) if (isTooSlow(holder, now)) holder.arrival.cut();
  }

  function watch(): void {
    if (waiters.size > 0) look ??= setInterval(cutSlowOnes, LOOK_MS);
    else {
      clearInterval(look);
      look = undefined;
    }
  }

  function hasOwnRoom({ address, bytes }: { address: string; bytes: number }): boolean {
    const own = underWay.get(address) ?? [];
    const sum = own.reduce((total, each) => total + each, 0);
    return own.length < rules.perAddress && sum + bytes <= rules.bytesPerAddress;
  }

  function take(address: string, bytes: number, arrival: BodyArrival | null): () => void {
    free -= bytes;
    const holder = arrival && { since: performance.now(), arrival };
    if (holder) holders.add(holder);
    underWay.set(address, [...(underWay.get(address) ?? []), bytes]);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      if (holder) holders.delete(holder);
      free += bytes;
      const left = [...(underWay.get(address) ?? [])];
      left.splice(left.indexOf(bytes), 1);
      if (left.length > 0) underWay.set(address, left);
      else underWay.delete(address);
      admitWaiters();
    };
  }

  function admitWaiters(): void {
    for (const waiter of waiters) {
      if (!hasOwnRoom(waiter)) continue;
      if (waiter.bytes > free) return;
      waiter.admit();
    }
  }

  return {
    async reserve(address, announced, signal, arrival = null) {
      const bytes = Math.min(announced, rules.bytesPerAddress);
      const isNext = ![...waiters].some(hasOwnRoom);
      if (isNext && bytes <= free && hasOwnRoom({ address, bytes })) return take(address, bytes, arrival);
      const own = [...waiters].filter((waiter) => waiter.address === address).length;
      if (waiters.size >= rules.waiting || own >= rules.waitingPerAddress)
        throw new BusyError("too many bodies wait for room");
      const queue = { waiters, patienceMs: rules.patienceMs, watch, admitWaiters };
      return await waitForRoom(queue, { address, bytes, signal, take: () => take(address, bytes, arrival) });
    },
  };
}

interface WaitingQueue {
  waiters: Set<Waiter>;
  patienceMs: number;
  watch(): void;
  admitWaiters(): void;
}

/** BusyError after the timeout, or when aborted. */
function waitForRoom(
  { waiters, patienceMs, watch, admitWaiters }: WaitingQueue,
  body: { address: string; bytes: number; signal: AbortSignal | undefined; take: () => () => void },
): Promise<() => void> {
  const { address, bytes, signal, take } = body;
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", refuse);
      waiters.delete(waiter);
      watch();
    };
    const refuse = () => {
      leave();
      // A smaller body behind it may fit.
      admitWaiters();
      reject(new BusyError("no room for a body in time"));
    };
    const admit = () => {
      leave();
      resolve(take());
    };
    const waiter: Waiter = { address, bytes, admit };
    const timer = setTimeout(refuse, patienceMs);
    signal?.addEventListener("abort", refuse);
    waiters.add(waiter);
    watch();
    // The rest may wait only for their own address.
    admitWaiters();
  });
}

const small = createBodyBudget(SMALL);
const large = createBodyBudget(LARGE);

/** Bounds memory by announced lengths. Without room a request waits, then gets a 503. */
export const bodyBudget: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const bytes = announcedBytes(request);
  if (bytes === 0) return await next();
  const budget = bytes <= SMALL_BYTES ? small : large;
  const address = addressKey(context.get(clientAddressContext));
  const arrival = context.get(bodyArrivalContext);
  const giveBack = await budget.reserve(address, bytes, request.signal, arrival);
  try {
    return await next();
  } finally {
    giveBack();
  }
};

function announcedBytes(request: Request): number {
  if (request.method === "GET" || request.method === "HEAD") return 0;
  const length = request.headers.get("Content-Length");
  if (length !== null) return Number(length);
  // Browsers announce every form; others count as the largest.
  return request.headers.has("Transfer-Encoding") ? LARGE.bytesPerAddress : 0;
}
