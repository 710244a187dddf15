import { once } from "node:events";
import { styleText } from "node:util";
import { OperatorError, operatorLine } from "../../db/operator-error.ts";
import type { DemoLogin } from "../../db/seeds/demo-logins.ts";

/** Longer than all waits of a stop, draining aside. */
const STOP_PATIENCE_MS = 25_000;

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface RunningProcess {
  url: string;
  demo: Demo | null;
  /** Null in a demo. */
  notice: string | null;
  lost: Promise<void>;
  drainMs: number;
  stop(): Promise<void>;
}

type Start = (
  environment: Record<string, string | undefined>,
  role: "web" | "worker",
  signal: AbortSignal,
) => Promise<RunningProcess>;

/** Ends the process. */
export async function runFromTerminal(start: Start, argv: readonly string[]): Promise<void> {
  const role = argv[0] === "worker" ? "worker" : "web";
  const stopping = new AbortController();
  const isRequested = once(stopping.signal, "abort");
  for (const name of STOP_SIGNALS) process.on(name, () => stopping.abort());
  // A closed terminal must not break the stop.
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined);
  try {
    const running = await start(process.env, role, stopping.signal);
    const terminal = { isTTY: stdout.isTTY === true, hasColors: stdout.isTTY && stdout.hasColors() };
    if (role === "web" && running.notice) stdout.write(`${running.notice}\n`);
    stdout.write(
      role === "web" ? welcome(running.url, running.demo, terminal) : "Tribute's worker is ready\n",
    );
    await Promise.race([isRequested, running.lost]);
    if (!stopping.signal.aborted) throw databaseHasEnded();
    setTimeout(() => {
      stderr.write("Stopping takes too long: what is still under way is cut off\n");
      process.exit(1);
    }, running.drainMs + STOP_PATIENCE_MS).unref();
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted && error === stopping.signal.reason) process.exit(0);
    const line = operatorLine(error);
    if (line === null) throw error;
    stderr.write(`${line}\n`);
    process.exit(1);
  }
}

export function databaseHasEnded(): OperatorError {
  return new OperatorError("The embedded PostgreSQL has ended on its own, and Tribute with it");
}

export interface Progress {
  show(words: string): void;
  end(): void;
}

export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const CLEAR = "\r\u001b[2K";
const TICK_MS = 1000;

/** One rewritten line with seconds on a terminal; elsewhere nothing. */
export function createProgress(screen: Screen, now: () => number): Progress {
  if (!screen.isTTY) return { show: () => undefined, end: () => undefined };
  let begunAt = 0;
  let ticking: NodeJS.Timeout | undefined;
  let words = "";
  const write = () => {
    const seconds = Math.floor((now() - begunAt) / 1000);
    const line = seconds === 0 ? words : `${words} (${seconds} s)`;
    screen.write(CLEAR + line.slice(0, (screen.columns || 80) - 1));
  };
  return {
    show(next) {
      if (ticking === undefined) {
        begunAt = now();
        ticking = setInterval(write, TICK_MS).unref();
      }
      words = next;
      write();
    },
    end() {
      if (ticking === undefined) return;
      clearInterval(ticking);
      ticking = undefined;
      screen.write(CLEAR);
    },
  };
}

export interface Demo {
  pages: readonly { path: string; words: string }[];
  logins: readonly DemoLogin[];
  card: string;
}

export interface Terminal {
  isTTY: boolean;
  hasColors: boolean;
}

/** Prints secrets of a demo only. */
export function welcome(url: string, demo: Demo | null, { isTTY, hasColors }: Terminal): string {
  if (!isTTY) return `${(demo?.logins ?? []).map(loginLine).join("")}Tribute is ready: ${url}\n`;
  const style = (format: "bold" | "cyan" | "dim" | "green", text: string) =>
    hasColors ? styleText(format, text, { validateStream: false }) : text;
  const rows: [string, string, string][] = demo
    ? [
        ...demo.pages.map(({ path, words }): [string, string, string] => ["Look at", url + path, words]),
        ...[isCreator, isOperator].flatMap((is) => demo.logins.find(is) ?? []).map(loginRow),
        ["Test card", demo.card, "any date and code"],
      ]
    : [];
  const width = Math.max(0, ...rows.map(([, value]) => value.length)) + 2;
  const lines = [...rows, ["Stop", "Ctrl-C", demo ? "the data stays" : ""]].map(
    ([head = "", value = "", words = ""], index, all) => {
      const isNew = all[index - 1]?.[0] !== head;
      const text = `  ${style("dim", (isNew ? head : "").padEnd(11))}${style("cyan", value.padEnd(width))}${words}`;
      return `${text.trimEnd()}\n`;
    },
  );
  return `\n  ${style("green", "Tribute is ready:")} ${style("bold", url)}\n\n${lines.join("")}\n`;
}

const isOperator = ({ role }: DemoLogin) => role === "operator";
const isCreator = (login: DemoLogin) => !isOperator(login);

function loginRow(login: DemoLogin): [string, string, string] {
  const { email, password, secret } = login;
  const factor = secret === null ? "" : `, key ${secret} (its code: /dev/mail)`;
  return ["Log in as", email, `${isOperator(login) ? "operator" : "creator"}, password ${password}${factor}`];
}

function loginLine({ email, role, password, secret }: DemoLogin): string {
  const factor = secret === null ? "" : `, second factor ${secret} (its code: /dev/mail)`;
  return `Demo login: ${email} (${role}), password ${password}${factor}\n`;
}
