import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Kills a process and all that it has started, at once: nobody of them gets to clean up. */
export function killTree(root: number): void {
  const parents = parentsOf();
  const tree = [root];
  for (const pid of tree)
    tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  for (const pid of tree) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // One that has just ended by itself.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/** Every process of this machine with its parent. */
function parentsOf(): Map<number, number> {
  if (existsSync("/proc/self/stat")) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return new Map(
      pids.flatMap((pid): [number, number][] => {
        try {
          // The name in brackets may hold anything; state and parent follow the last bracket.
          const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ")[1];
          return [[Number(pid), Number(parent)]];
        } catch {
          return [];
        }
      }),
    );
  }
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return new Map(
    stdout
      .trim()
      .split("\n")
      .map((line): [number, number] => {
        const [pid, parent] = line.trim().split(/\s+/).map(Number);
        return [pid ?? 0, parent ?? 0];
      }),
  );
}
