import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Account, accountFor, candidateAccounts, isRoot } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { handOver, hasCluster } from "./data-dir.ts";
import { EmbeddedDatabaseError, reasonIn } from "./errors.ts";

/** A private Unix socket, or on Windows loopback with a password. */
export type Transport = "socket" | "tcp";

export const ADMIN_ROLE = "postgres";
export const APP_ROLE = "tribute";

const UNKNOWN_ACCOUNT = "could not look up effective user ID";

/** No PG* variable of the caller applies. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: "C", TZ: "UTC" };
}

/**
 * Atomic by renaming. Returns PostgreSQL's account. The caller holds the folder's lock. Throws
 * EmbeddedDatabaseError.
 */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  options: { durable: boolean; transport: Transport },
): Promise<Account | undefined> {
  const clusterDir = path.join(home, "cluster");
  if (hasCluster(clusterDir)) return accountFor(clusterDir);
  for (const name of await readdir(home)) {
    if (name !== "cluster" && !name.startsWith("cluster.")) continue;
    // A killed start's initdb may still write briefly.
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 20 });
  }

  const accounts = isRoot() ? candidateAccounts() : [undefined];
  let output = "";
  for (const account of accounts) {
    const half = `${clusterDir}.${randomUUID()}`;
    await mkdir(half, { mode: 0o700 });
    handOver(half, account);
    const passwordFile = options.transport === "tcp" ? await writePassword(home, account) : undefined;
    output = await initdb(half, binaries.initdb, account, options.durable, passwordFile);
    if (output === "") {
      await rename(half, clusterDir);
      return account;
    }
    await rm(half, { recursive: true, force: true });
    if (!output.includes(UNKNOWN_ACCOUNT)) break;
  }
  if (output.includes(UNKNOWN_ACCOUNT)) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL runs only under a user that the system knows by name, and user id ${process.getuid?.()} has none; add one, or set DATABASE_URL.`,
    );
  }
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL could not make its files in ${clusterDir} (${reasonIn(output)}); make room, or set DATA_DIR.`,
  );
}

/** Undefined for a socket. */
export function readPassword(home: string): string | undefined {
  const file = passwordFileOf(home);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** At each start, so never outdated. */
export async function writeAccessRules(
  clusterDir: string,
  transport: Transport,
  account: Account | undefined,
) {
  // The socket's folder has mode 0700: no password is needed.
  const rule = transport === "socket" ? "local all all trust" : "host all all 127.0.0.1/32 scram-sha-256";
  const file = path.join(clusterDir, "pg_hba.conf");
  await writeFile(file, `${rule}\n`, { mode: 0o600 });
  handOver(file, account);
}

function passwordFileOf(home: string): string {
  return path.join(home, "password");
}

async function writePassword(home: string, account: Account | undefined): Promise<string> {
  const file = passwordFileOf(home);
  await writeFile(file, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  handOver(file, account);
  return file;
}

function initdb(
  clusterDir: string,
  program: string,
  account: Account | undefined,
  durable: boolean,
  passwordFile: string | undefined,
): Promise<string> {
  const args = [
    ["-D", clusterDir, "-U", ADMIN_ROLE, "--no-instructions", "--encoding=UTF8"],
    // Same order on every machine.
    ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    passwordFile ? ["--auth=scram-sha-256", `--pwfile=${passwordFile}`] : ["--auth=trust"],
    durable ? [] : ["--no-sync"],
  ].flat();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...account,
      cwd: clusterDir,
      env: programEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    child.stdout.on("data", (chunk) => said.push(String(chunk)));
    child.stderr.on("data", (chunk) => said.push(String(chunk)));
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      if (code === 0) resolve("");
      else resolve(said.join("").trim().split("\n").slice(-6).join("\n") || `initdb ended with ${code}`);
    });
  });
}
