import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

/** Chromium without a window around its pages: the same pages for two thirds of the processor time. */
const HEADLESS_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
/** The distribution's packages, the lightest first; not every release has it. */
const DEBIAN_PACKAGES = ["chromium-headless-shell", "chromium"];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, else a headless shell on the PATH, else Playwright's own when it is
 * installed, else any on the PATH, else, as root on Debian, the distribution's package, installed now. Throws one line
 * when there is none.
 */
export async function findChromium(): Promise<string> {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (runs(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not run.`);
  }
  const found = findInstalled();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    installFromDebian();
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium for the browser tests: run "npx playwright install chromium", install your system\'s, or set CHROMIUM_PATH.',
  );
}

/**
 * What Playwright turns off (playwright-core's chromiumSwitches.ts): of two such lists Chromium reads the last one, so
 * that ours has to say them again.
 */
const OFF_FOR_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/**
 * Pages that Chromium loads for its own address bar in each new window, and a process that it keeps ready for the next
 * page: more than half of what opening a window costs. And a new frame for each page of the same site, as if it came
 * from elsewhere: a third of what going from page to page costs.
 */
const OFF_FOR_SPEED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
  "RenderDocument",
];

/** How every test starts its Chromium: no sandbox only as root, where Chromium has none, and no traffic of its own. */
export function launchArgs(): string[] {
  return [
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED].join(",")}`,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The network is closed for pages too: no name but this machine's is found.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1",
  ];
}

function findInstalled(): string | undefined {
  const candidates = [...HEADLESS_NAMES.map(onPath), chromium.executablePath(), ...SYSTEM_NAMES.map(onPath)];
  return candidates.find((file) => file !== undefined && existsSync(file) && runs(file));
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** A file of that name may be a stub that only tells how to install the real one. */
function runs(file: string): boolean {
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

function installFromDebian(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Another test file may install at the same time.
  const waits = ["-o", "DPkg::Lock::Timeout=300"];
  const aptGet = (...args: string[]) => spawnSync("apt-get", [...waits, ...args], { env, encoding: "utf8" });
  aptGet("update");
  const refusals: string[] = [];
  for (const name of DEBIAN_PACKAGES) {
    const { status, stderr } = aptGet("install", "-y", "--no-install-recommends", name);
    if (status === 0) return;
    refusals.push(`${name}: ${stderr.trim().split("\n").at(-1)}`);
  }
  throw new Error(`apt-get installs no Chromium. ${refusals.join(" ")}`);
}
