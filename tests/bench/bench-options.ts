import { parseArgs } from "node:util";
import { z } from "zod";

/** Another server to measure beside ours: the address of one of its pages, and its main process. */
export interface Peer {
  name: string;
  url: string;
  pid: number;
}

export interface BenchOptions {
  /** Every row for a moment, to keep the bench itself working; the verdicts mean nothing. */
  isSmall: boolean;
  rounds: number;
  /** How long one round of one row takes. */
  seconds: number;
  /** The histories that reads are measured on, the smallest first. */
  tipCounts: number[];
  /** Whom the payout run pays. */
  payableCreators: number;
  peers: Peer[];
  /** A folder with a demo world that is made already (tests/support/fixtures/demo-world.ts), to begin with a copy of it. */
  worldFolder: string | undefined;
}

const peerSchema = z
  .string()
  .regex(/^[^=]+=https?:\/\/.+,\d+$/, "--peer takes NAME=URL,PID")
  .transform((text): Peer => {
    const [, name = "", url = "", pid = ""] = /^([^=]+)=(.+),(\d+)$/.exec(text) ?? [];
    return { name, url, pid: Number(pid) };
  });

/** Reads the command line: --small, --full, --world FOLDER, and --peer NAME=URL,PID, which may come several times. */
export function readBenchOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      small: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      world: { type: "string" },
      peer: { type: "string", multiple: true, default: [] },
    },
  });
  const whole = values.full ? [10_000, 1_000_000, 10_000_000] : [10_000, 1_000_000];
  return {
    isSmall: values.small,
    rounds: values.small ? 1 : 5,
    seconds: values.small ? 0.5 : 4,
    tipCounts: values.small ? [1_000, 5_000] : whole,
    payableCreators: values.small ? 300 : 100_000,
    peers: z.array(peerSchema).parse(values.peer),
    worldFolder: values.world,
  };
}
