/** Numbers that are random to whoever uses them, and the same in each run. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A time of which the next moment is always as likely as the one before it. */
  exponential(mean: number): number;
  /** The sum of two exponential times: varies less, as work does. */
  erlang(mean: number): number;
}

/** Mulberry32: small, fast, and even enough for queues. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const exponential = (mean: number) => -mean * Math.log(1 - next());
  return { next, exponential, erlang: (mean) => exponential(mean / 2) + exponential(mean / 2) };
}
