import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { OperatorError } from "../../db/operator-error.ts";

const NEW_LINE = 0x0a;

/**
 * Gzipped lines: "#" marks, between them table rows (JSON) or file bytes (base64). The last holds a SHA-256:
 * damage is found before restoring.
 */
const markSchema = z.union([
  z.object({
    mark: z.literal("backup"),
    format: z.literal(1),
    version: z.string(),
    made_at: z.iso.datetime(),
    migrations: z.array(z.string()),
  }),
  z.object({ mark: z.literal("table"), name: z.string() }),
  z.object({ mark: z.literal("end"), rows: z.int() }),
  z.object({ mark: z.literal("sequence"), name: z.string(), value: z.string(), is_called: z.boolean() }),
  z.object({ mark: z.literal("file"), key: z.string() }),
  z.object({ mark: z.literal("secret"), secret: z.string() }),
  z.object({ mark: z.literal("complete"), sha256: z.string() }),
]);

export type Mark = z.infer<typeof markSchema>;

/** Invalid or incomplete; one line. */
export class BackupError extends OperatorError {
  override name = "BackupError";
}

export interface BackupWriter {
  mark(mark: Mark): Promise<void>;
  line(text: string): Promise<void>;
  complete(): Promise<void>;
  discard(): Promise<void>;
}

/** Mode 0600. Throws BackupError for an existing file. */
export async function createBackupFile(path: string): Promise<BackupWriter> {
  const partial = `${path}.partial`;
  refuseExisting(path);
  await rm(partial, { force: true });
  const gzip = createGzip({ level: 6 });
  // Durable before it is closed.
  const disk = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(gzip, disk).catch((error: unknown) => {
    const isNowhere = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isNowhere ? new BackupError(`${path} cannot be written: its folder is not there.`) : error;
  });
  written.catch(() => undefined);
  const hash = createHash("sha256");
  const write = async (text: string) => {
    hash.update(text).update("\n");
    // A full disk must end the wait.
    if (!gzip.write(`${text}\n`)) await Promise.race([once(gzip, "drain"), written]);
  };
  return {
    mark: (mark) => write(`#${JSON.stringify(mark)}`),
    line: write,
    complete: async () => {
      await write(`#${JSON.stringify({ mark: "complete", sha256: hash.copy().digest("hex") })}`);
      gzip.end();
      await written;
      refuseExisting(path);
      await rename(partial, path);
    },
    discard: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} is there already.`);
}

export async function* readBackupFile(path: string): AsyncGenerator<Mark | string> {
  for await (const line of linesOf(path)) yield line.startsWith("#") ? readMark(path, line) : line;
}

/** Node's readline also splits at U+2028, which user text may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  let begun: Buffer[] = [];
  for await (const chunk of source.pipe(gunzip)) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString("utf8");
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
  if (begun.some(({ length }) => length > 0)) throw new BackupError(`${path} is not whole.`);
}

function readMark(path: string, line: string): Mark {
  const mark = markSchema.safeParse(JSON.parse(line.slice(1)));
  if (!mark.success) throw new BackupError(`${path} is no backup that this version can read.`);
  return mark.data;
}

/** Throws BackupError for an incomplete or changed file. */
export async function requireWholeBackup(path: string): Promise<Mark & { mark: "backup" }> {
  const hash = createHash("sha256");
  let first: Mark | string | undefined;
  let isComplete = false;
  try {
    for await (const line of linesOf(path)) {
      const mark = line.startsWith("#") ? readMark(path, line) : line;
      first ??= mark;
      if (isComplete) throw new BackupError(`${path} goes on after its end.`);
      if (typeof mark === "object" && mark.mark === "complete") {
        isComplete = mark.sha256 === hash.copy().digest("hex");
        if (!isComplete) throw new BackupError(`${path} is not as it was written.`);
      }
      hash.update(line).update("\n");
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!isComplete) throw new BackupError(`${path} is not whole.`);
  if (typeof first !== "object" || first.mark !== "backup") throw new BackupError(`${path} is no backup.`);
  return first;
}
