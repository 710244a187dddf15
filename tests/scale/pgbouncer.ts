import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../scripts/project.ts";
import { freePorts } from "./ports.ts";
import { type Program, startProgram } from "./program.ts";
import { type Stage, UNPRIVILEGED } from "./stage.ts";

export interface Pooler {
  program: Program;
  port: number;
}

/** PgBouncer with the real configuration, in front of the primary that HAProxy knows. */
export async function startPooler(
  stage: Stage,
  writerPort: number,
  { user, password }: { user: string; password: string },
): Promise<Pooler> {
  const [port = 0] = await freePorts(1);
  const folder = stage.folderFor("pgbouncer");
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
    return path;
  };
  const users = file("users.txt", `"${user}" "${password}"\n`);
  const here = file(
    "here.ini",
    [
      `%include ${join(projectRoot, "scripts/scale/pgbouncer.ini")}`,
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      `auth_file = ${users}`,
      "[databases]",
      `* = host=127.0.0.1 port=${writerPort}`,
      "",
    ].join("\n"),
  );
  const program = startProgram(stage, {
    name: "pgbouncer",
    isUnprivileged: true,
    argv: ["/usr/sbin/pgbouncer", here],
  });
  return { program, port };
}
