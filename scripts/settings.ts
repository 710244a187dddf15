import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { settingSchemas } from "../app/server/config.server.ts";
import { projectRoot } from "./project.ts";

const file = path.join(projectRoot, "docs", "settings.md");

const HEAD = `# Settings

Environment variables, read once at the start; an empty one counts as not set. Wrong and missing ones end the start, a
line each. A demo has defaults for all; \`live\`, the mode with \`DATABASE_URL\`, needs what is marked *live*. Commas separate lists. Secrets:
\`openssl rand -hex 32\`; live mode refuses repeated words and letters.

Written by \`npm run docs:settings\` from \`app/server/config.server.ts\`.

| variable | default | meaning |
|---|---|---|
`;

const metaSchema = z.object({
  description: z.string(),
  fallback: z.string().optional(),
  is_live: z.boolean().default(false),
});

/** As described, else the schema's. */
function defaultOf(schema: z.ZodType, fallback: string | undefined): string {
  const own: unknown = schema.safeParse(undefined).data;
  if (fallback !== undefined) return fallback;
  return typeof own === "string" || typeof own === "number" ? `\`${own}\`` : "none";
}

const rows = Object.entries(settingSchemas).map(([name, schema]) => {
  const { description, fallback, is_live } = metaSchema.parse(schema.meta());
  return `| \`${name}\` | ${defaultOf(schema, fallback)} | ${is_live ? "*live*. " : ""}${description} |\n`;
});
const text = HEAD + rows.join("");
if (!process.argv.includes("--verify")) await writeFile(file, text);
else if ((await readFile(file, "utf8")) !== text) {
  process.stderr.write("docs/settings.md is not what the schemas say: run npm run docs:settings\n");
  process.exitCode = 1;
}
