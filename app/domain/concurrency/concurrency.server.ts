/** More work waits already than will be done soon: come again later, nothing was done. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** Does work as soon as there is room for it; throws BusyError when too much waits already. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets `atOnce` works run at the same time, and `waiting` more wait in the order they came. What takes a processor, a
 * thread or much memory goes through such a limit, so that many who want it at once cannot take it from everybody else.
 */
export function createConcurrencyLimit({
  name,
  atOnce,
  waiting,
}: {
  name: string;
  atOnce: number;
  waiting: number;
}): ConcurrencyLimit {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new BusyError(`too much waits for ${name}`);
      // A place that becomes free goes to the next in the queue, before newcomers.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
