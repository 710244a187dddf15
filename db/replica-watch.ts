import { PROOF_INTERVAL_MS, STALENESS_MAXIMUM_MS } from "./replica-rules.ts";

/** How a replica stands; only a fresh one is read. */
export type ReplicaState = "fresh" | "lagging" | "unreachable" | "no_replica" | "another_history";

/** Follows by proofs whether a replica may be read. */
export interface ReplicaWatch {
  mayBeRead(): boolean;
  /**
   * The moment, on the clock of this process, before which everything that was committed on the primary is provably there
   * too. It never goes back: a server that has less is not read.
   */
  freshAsOf(): number;
  state(): ReplicaState;
  /** It did not answer, or its connections broke: not read again before a proof that begins after that. */
  leaveOut(): void;
  stop(): Promise<void>;
}

/** A moment, and a place in the primary's log behind everything that was committed before it. */
interface Mark {
  at: number;
  place: bigint;
}

/**
 * Once a second the primary is asked for its place in the log, and the replica for the place up to which it has replayed. So
 * no clock of another machine counts, an idle primary does not look like a replica that lags, and a replica that was promoted,
 * or follows another history than the primary, is found out. `now` counts milliseconds. ReportedBookings of each change of state, once.
 */
export function watchReplica(options: {
  /** Where the primary's log ends now. */
  askPrimary: () => Promise<LogPlace>;
  /** Up to where the replica has replayed it, if it is one. */
  askReplica: () => Promise<{ is_replica: boolean; place: LogPlace }>;
  onChange: (state: ReplicaState, error: unknown) => void;
  now?: () => number;
}): ReplicaWatch {
  const { askPrimary, askReplica, onChange, now = () => performance.now() } = options;
  let freshAsOf = Number.NEGATIVE_INFINITY;
  /** What the last proof came to; a fresh one ages. */
  let proven: ReplicaState = "lagging";
  let told: ReplicaState | null = null;
  let marks: Mark[] = [];
  let isLeftOut = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const state = (): ReplicaState =>
    proven === "fresh" && now() - freshAsOf > STALENESS_MAXIMUM_MS ? "lagging" : proven;

  const tell = (error: unknown = null) => {
    const is = state();
    if (is === told || isStopped) return;
    told = is;
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
    // No replica is ahead of the primary that it follows; what was written meanwhile aside. Places that the primary has yet
    // to write were written by another: having them says nothing of what the primary has there.
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
      // What was asked before it was left out says nothing of the server that answers since.
      proven = isLeftOut ? "unreachable" : proof;
      tell();
    } catch (error) {
      proven = "unreachable";
      tell(error);
    }
    // Too old to prove anything that still counts; the one that was reached last has to be reached by whoever comes after.
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

/** PostgreSQL writes a place in its log as two halves in hexadecimal, "16/B374D848"; null where it has none. */
type LogPlace = string | null;

const PAGE_BYTES = 8192n;
/** The next record of a log that ends with a page begins behind the new page's head; what was replayed ends before it. */
const PAGE_HEAD_BYTES = 24n;

function placeOf(text: LogPlace): bigint | null {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? "") ?? [];
  if (high === undefined || low === undefined) return null;
  const place = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  return place % PAGE_BYTES === PAGE_HEAD_BYTES ? place - PAGE_HEAD_BYTES : place;
}
