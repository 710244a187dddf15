import { parseArgs } from "node:util";
import { z } from "zod";

/** The rows by what they are about, in the order in which they are measured. */
export const GROUPS = [
  "pages",
  "rendered",
  "tip",
  "settled",
  "overlays",
  "money",
  "poll",
  "api",
  "interaction",
  "slow",
  "process",
  "first-start",
  "clone",
  "refusals",
  "payouts",
  "reads",
  "books",
] as const;

export type Group = (typeof GROUPS)[number];

/** What of ours another server's page is measured beside. */
const PEER_ROWS = ["profile", "dashboard", "statistics", "leaderboard", "group", "tip", "api"] as const;

/** Another server to measure beside ours: the address of one of its pages, and its main process. */
export interface Peer {
  name: string;
  url: string;
  pid: number;
  /** "profile" unless it was named: a page for guests, beside ours from the cache and rendered. */
  row: (typeof PEER_ROWS)[number];
}

export interface BenchOptions {
  /** Every row for a moment, to keep the bench itself working; the verdicts mean nothing. */
  isSmall: boolean;
  groups: readonly Group[];
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

const PEER = /^([^=]+)=(https?:\/\/.+?),(\d+)(?:,([a-z]+))?$/;
const peerSchema = z
  .string()
  .regex(PEER, "--peer takes NAME=URL,PID or NAME=URL,PID,ROW")
  .transform((text): unknown => {
    const [, name = "", url = "", pid = "", row = "profile"] = PEER.exec(text) ?? [];
    return { name, url, pid: Number(pid), row };
  })
  .pipe(z.object({ name: z.string(), url: z.string(), pid: z.number(), row: z.enum(PEER_ROWS) }));

const positive = z.coerce.number().positive();

/**
 * Reads the command line: --small, --full, --only GROUP,GROUP, --rounds N, --seconds N, --world FOLDER, and --peer
 * NAME=URL,PID[,ROW], which may come several times. What it cannot mean is an error of zod's.
 */
export function readBenchOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      small: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      only: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      world: { type: "string" },
      peer: { type: "string", multiple: true, default: [] },
    },
  });
  const isSmall = values.small;
  const whole = values.full ? [10_000, 1_000_000, 10_000_000] : [10_000, 1_000_000];
  // The histories of the books take minutes, however few their tips are; and so does an installation.
  const isMeasured = (group: Group) =>
    !(isSmall && ["books", "clone", "interaction", "slow"].includes(group));
  const { only } = values;
  const asked = only === undefined ? GROUPS : z.array(z.enum(GROUPS)).parse(only.split(","));
  return {
    isSmall,
    groups: GROUPS.filter((group) => asked.includes(group) && isMeasured(group)),
    rounds: positive.int().parse(values.rounds ?? (isSmall ? 1 : 5)),
    seconds: positive.parse(values.seconds ?? (isSmall ? 0.25 : 4)),
    tipCounts: isSmall ? [1_000, 5_000] : whole,
    payableCreators: isSmall ? 300 : 100_000,
    peers: z.array(peerSchema).parse(values.peer),
    worldFolder: values.world,
  };
}
