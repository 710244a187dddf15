export interface Progress {
  /** Such as "Making the demo world: 3 of 30 creators". */
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
