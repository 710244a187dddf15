/** What is wrong and what to do, one line per fault, without secrets. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

const FULL = "the disk is full; make room and try again";
const CLOSED = "this user may not write there; give it the right, or name another place";
const NO_FOLDER = "a file is where a folder has to be; remove it, or name another place";
const TOO_MANY = "too many files are open; raise the limit (ulimit -n)";

/** File system errors. */
const OF_FILES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: CLOSED,
  EACCES: CLOSED,
  EPERM: CLOSED,
  ENOTDIR: NO_FOLDER,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
};

const NO_DATABASE = "see whether PostgreSQL runs and DATABASE_URL names it, then try again";

const OF_DATABASES: readonly (readonly [RegExp, string])[] = [
  [/^42501$/, "run this as the role that owns the tables: set DATABASE_MIGRATION_URL"],
  [/^53100$/, "its disk is full; make room and try again"],
  [/^53/, "it has no room for more; end what else uses it, and try again"],
  [/^(28|3D)/, "see the role, the password and the name in DATABASE_URL"],
  [/^(08|57P|25006)/, NO_DATABASE],
];

/** Full disks, closed folders, unavailable databases; null for faults of ours. */
export function operatorLine(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof OperatorError) return error.message;
  const text = (name: "code" | "path" | "syscall") => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : "";
  };
  const code = text("code");
  const said = error.message.split("\n")[0] ?? "";
  const ofFile = OF_FILES[code === "EEXIST" && text("syscall") === "mkdir" ? "ENOTDIR" : code];
  if (ofFile !== undefined) return `${text("path") || "A file"} cannot be written (${code}): ${ofFile}.`;
  const isUnanswered = text("syscall") === "connect" || /^Connection terminated|^timeout exceeded/.test(said);
  if (isUnanswered) return `The database cannot be used (${said || code}): ${NO_DATABASE}.`;
  const hint = "severity" in error ? OF_DATABASES.find(([codes]) => codes.test(code)) : undefined;
  return hint ? `The database refuses (${said}): ${hint[1]}.` : null;
}
