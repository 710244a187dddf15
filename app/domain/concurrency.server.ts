export class BusyError extends Error {
  override name = "BusyError";
}

type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

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

/** Throws BusyError when smaller work fills the queue. */
type SizedQueue = <Result>(size: number, work: () => Promise<Result>) => Promise<Result>;

/** The largest waiting work gives way. */
export function createSizedQueue(bounds: { name: string; atOnce: number; waiting: number }): SizedQueue {
  let running = 0;
  const queue: { size: number; begin(): void; refuse(error: BusyError): void }[] = [];
  return async (size, work) => {
    if (running >= bounds.atOnce)
      await new Promise<void>((begin, refuse) => {
        const after = queue.findIndex((each) => each.size > size);
        queue.splice(after < 0 ? queue.length : after, 0, { size, begin, refuse });
        if (queue.length > bounds.waiting)
          queue.pop()?.refuse(new BusyError(`too much waits for ${bounds.name}`));
      });
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next.begin();
      else running -= 1;
    }
  };
}

type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createKeyedQueue(bounds: { name: string; waiting: number }): KeyedQueue {
  const queues = new Map<string, { limit: ConcurrencyLimit; under_way: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? {
      limit: createConcurrencyLimit({ ...bounds, atOnce: 1 }),
      under_way: 0,
    };
    queues.set(key, queue);
    queue.under_way += 1;
    try {
      return await queue.limit(work);
    } finally {
      queue.under_way -= 1;
      if (queue.under_way === 0) queues.delete(key);
    }
  };
}
