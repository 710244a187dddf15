import { PROOF_INTERVAL_MS, STALENESS_MAXIMUM_MS } from "./replica-rules.ts";

export type ReplicaState = "fresh" | "lagging" | "unreachable" | "no_replica" | "another_history";

export interface ReplicaWatch {
  mayBeRead(): boolean;
  /** By this process's clock: everything committed earlier is on the replica. Monotonic. */
  freshAsOf(): number;
  state(): ReplicaState;
  leaveOut(): void;
  stop(): Promise<void>;
}

/** A moment, and a WAL position after all earlier commits. */
interface Mark {
  at: number;
  place: bigint;
}

/**
 * Compares WAL positions once a second: no other clock counts, idle primaries show no lag. Detects promoted
 * and diverged replicas. `now` in milliseconds. Reports each change of state once.
 */
export function watchReplica(options: {
  askPrimary: () => Promise<LogPlace>;
  /** Replay position. */
  askReplica: () => Promise<{ is_replica: boolean; place: LogPlace }>;
  onChange: (state: ReplicaState, error: unknown) => void;
  now?: () => number;
}): ReplicaWatch {
  const { askPrimary, askReplica, onChange, now = () => performance.now() } = options;
  let freshAsOf = Number.NEGATIVE_INFINITY;
  let proven: ReplicaState = "lagging";
  let reported: ReplicaState | null = null;
  let marks: Mark[] = [];
  let isLeftOut = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const state = (): ReplicaState =>
    proven === "fresh" && now() - freshAsOf > STALENESS_MAXIMUM_MS ? "lagging" : proven;

  const tell = (error: unknown = null) => {
    const is = state();
    if (is === reported || isStopped) return;
    reported = is;
    onChange(is, error);
  };

  async function prove(): Promise<ReplicaState> {
    const at = now();
    const place = placeOf(await askPrimary());
    if (place === null) return "another_history";
    marks.push({ at, place });
    const answer = await askReplica();
    const replayed = placeOf(answer.place);
    if (!answer.is_replica || replayed === null) return "no_replica";
    // A replica ahead of its primary follows another history.
    if (replayed > place && replayed > (placeOf(await askPrimary()) ?? 0n)) {
      marks = [];
      return "another_history";
    }
    const reached = marks.filter((mark) => mark.place <= replayed).at(-1);
    if (!reached || reached.at < freshAsOf) return "lagging";
    freshAsOf = reached.at;
    marks = marks.filter((mark) => mark.at >= freshAsOf);
    return "fresh";
  }

  async function look(): Promise<void> {
    isLeftOut = false;
    try {
      const proof = await prove();
      // A proof begun before the failure says nothing about the present server.
      proven = isLeftOut ? "unreachable" : proof;
      tell();
    } catch (error) {
      proven = "unreachable";
      tell(error);
    }
    // Older marks prove nothing; the last reached one stays.
    const oldest = now() - STALENESS_MAXIMUM_MS;
    marks = marks.filter((mark) => mark.at >= oldest || mark.at === freshAsOf);
    if (!isStopped) timer = setTimeout(begin, PROOF_INTERVAL_MS);
  }
  let looking = Promise.resolve();
  const begin = () => {
    looking = look();
  };
  begin();

  return {
    mayBeRead: () => state() === "fresh",
    freshAsOf: () => freshAsOf,
    state,
    leaveOut() {
      isLeftOut = true;
      proven = "unreachable";
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

type LogPlace = string | null;

const PAGE_BYTES = 8192n;
/** A record that ends a page is followed by the next page's header. */
const PAGE_HEAD_BYTES = 24n;

function placeOf(text: LogPlace): bigint | null {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined) return null;
  const place = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return place % PAGE_BYTES === PAGE_HEAD_BYTES ? place - PAGE_HEAD_BYTES : place;
}
