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
 * The file of a backup: lines of text, compressed with gzip. A line that begins with "#" says what follows; the lines
 * between are rows of a table (JSON) or the bytes of a file (base64). The last line holds a SHA-256 of all before it,
 * so that a file that was cut off or changed is known before anything is restored from it.
 */
const markSchema = z.union([
  z.object({
    mark: z.literal("backup"),
    format: z.literal(1),
    version: z.string(),
    made_at: z.iso.datetime(),
    /** The names of all migrations that had run. */
    migrations: z.array(z.string()),
  }),
  z.object({ mark: z.literal("table"), name: z.string() }),
  z.object({ mark: z.literal("end"), rows: z.int() }),
  z.object({ mark: z.literal("sequence"), name: z.string(), value: z.string(), is_called: z.boolean() }),
  z.object({ mark: z.literal("file"), key: z.string() }),
  /** The secret that a demo made for itself; one of the settings is not in a backup. */
  z.object({ mark: z.literal("secret"), secret: z.string() }),
  z.object({ mark: z.literal("complete"), sha256: z.string() }),
]);

export type Mark = z.infer<typeof markSchema>;

/** The file is no backup, not a whole one, or not what was written; its message is one line for the operator. */
export class BackupError extends OperatorError {
  override name = "BackupError";
}

export interface BackupWriter {
  mark(mark: Mark): Promise<void>;
  /** A row or a file's bytes; without line breaks. */
  line(text: string): Promise<void>;
  /** Makes the file whole; only then it has its name. */
  complete(): Promise<void>;
  /** Gives up: nothing is left of the file. */
  discard(): Promise<void>;
}

/** Begins a backup's file, for its owner's eyes alone. Throws BackupError when there is one of that name. */
export async function createBackupFile(path: string): Promise<BackupWriter> {
  const partial = `${path}.partial`;
  refuseExisting(path);
  await rm(partial, { force: true });
  const gzip = createGzip({ level: 6 });
  // On the disk before it is closed.
  const disk = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(gzip, disk).catch((error: unknown) => {
    const isNowhere = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isNowhere ? new BackupError(`${path} cannot be written: its folder is not there.`) : error;
  });
  written.catch(() => undefined);
  const hash = createHash("sha256");
  const write = async (text: string) => {
    hash.update(text).update("\n");
    // A full disk ends the wait, too.
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

/** The lines of a backup in their order: marks, and what stands between them as it is. */
export async function* readBackupFile(path: string): AsyncGenerator<Mark | string> {
  for await (const line of linesOf(path)) yield line.startsWith("#") ? readMark(path, line) : line;
}

/** The lines of the file. Node's readline also breaks at U+2028, which may stand in what people write. */
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

/** Reads the whole file and returns its first mark. Throws BackupError unless all of it is there, as it was written. */
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
