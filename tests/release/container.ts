import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "../support/eventually.ts";

const NAME = `tribute-release-check-${process.pid}`;

/** Images and containers of its own, on plain folders. runc also takes both versions of cgroups at once. */
const STORE = path.join(tmpdir(), NAME);
const [RUNTIME] = ["runc", "crun"].filter((name) => spawnSync(name, ["--version"]).status === 0);
const ENGINE = [
  ...["--root", path.join(STORE, "root"), "--runroot", path.join(STORE, "run"), "--storage-driver", "vfs"],
  ...["--cgroup-manager", "cgroupfs", ...(RUNTIME ? ["--runtime", RUNTIME] : [])],
];
/** What compose.yaml asks of each container; its network is the machine's. */
const CONFINED = [
  ...["--read-only", "--tmpfs", "/tmp", "--cap-drop", "all", "--security-opt", "no-new-privileges"],
  ...["--memory", "1g", "--pids-limit", "200", "--network", "host"],
  // Of their own, as the engine's may be above those of a machine.
  ...["--ulimit", "nofile=8192:8192", "--ulimit", "nproc=4096:4096"],
];

/** Without systemd the health check is asked for by hand. */
function podman(...args: string[]): string {
  const env = { ...process.env, DISABLE_HC_SYSTEMD: "true" };
  const ended = spawnSync("podman", [...ENGINE, ...args], { encoding: "utf8", env, maxBuffer: 1e8 });
  if (ended.error) throw new Error("podman is not installed");
  if (ended.status === 0) return ended.stdout.trim();
  throw new Error(`podman ${args[0]}: ${ended.stderr.slice(-2000)}`);
}

/** Loads the image's archive, which podman 4 takes uncompressed; returns its name and what it says of itself. */
export function loadImage(
  compressed: string,
  scratch: string,
): { image: string; user: string; health: string } {
  const archive = path.join(scratch, "image.tar");
  execFileSync("sh", ["-c", 'gunzip -c "$0" > "$1"', compressed, archive]);
  const image = /Loaded image: (\S+)/.exec(podman("load", "--input", archive))?.[1] ?? "";
  const user = podman("image", "inspect", "--format", "{{.Config.User}}", image);
  return { image, user, health: podman("image", "inspect", "--format", "{{json .HealthCheck}}", image) };
}

/** Starts the image with a folder for its data, does something once it is healthy, and stops it. */
export async function whileContained<T>(
  { image, dataDir, settings }: { image: string; dataDir: string; settings: Record<string, string> },
  doing: () => Promise<T>,
): Promise<T> {
  const environment = Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const volume = ["--volume", `${dataDir}:/var/lib/tribute`];
  podman("run", "--detach", "--name", NAME, ...CONFINED, ...volume, ...environment, image);
  try {
    await eventually("the container is healthy", isHealthy);
    const done = await doing();
    podman("stop", "--time", "40", NAME);
    const code = podman("inspect", "--format", "{{.State.ExitCode}}", NAME);
    if (code !== "0") throw new Error(`a stop ended with ${code}`);
    return done;
  } catch (error) {
    throw new Error(podman("logs", "--tail", "30", NAME), { cause: error });
  } finally {
    podman("rm", "--force", NAME);
  }
}

export function forgetImages(): void {
  rmSync(STORE, { recursive: true, force: true });
}

/** A command inside. */
export function inside(...command: string[]): string {
  return podman("exec", NAME, ...command);
}

function isHealthy(): boolean {
  try {
    podman("healthcheck", "run", NAME);
    return true;
  } catch {
    return false;
  }
}
