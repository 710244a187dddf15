import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project.ts";

export interface SourceFile {
  name: string;
  text: string;
}

export interface SourceImport {
  from: string;
  target: string;
  isOwn: boolean;
  isTypeOnly: boolean;
}

const NOT_OURS = /^(node_modules|build|data|test-results|\.git|\.react-router)$/;
const TEXT = /\.(ts|tsx|mjs|css|sql|json|ya?ml|md|svg|txt|html)$|^(Dockerfile|\.\w+|run)$/;

export function listSources(folder = ""): SourceFile[] {
  const found: SourceFile[] = [];
  const entries = readdirSync(path.join(projectRoot, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (folder === "" && NOT_OURS.test(entry.name)) continue;
    if (entry.isDirectory()) found.push(...listSources(name));
    else if (entry.isFile() && TEXT.test(entry.name)) {
      found.push({ name, text: readFileSync(path.join(projectRoot, name), "utf8") });
    }
  }
  return found;
}

export function listCode(folder = ""): SourceFile[] {
  return listSources(folder).filter((file) => /\.tsx?$/.test(file.name));
}

export function importsOf(file: SourceFile): SourceImport[] {
  const code = withoutComments(file.text);
  const statements = code.matchAll(
    /(?:^|[;}\n])\s*(?:import|export)\s+((?:type\s+)?[\w*${},\s]*?)\s*from\s*["']([^"']+)["']|(?:^|[^\w.])import\s*\(?\s*["']([^"']+)["']/g,
  );
  return [...statements].map((match) => {
    const clause = match[1] ?? "";
    const specifier = match[2] ?? match[3] ?? "";
    const target = resolveImport(file.name, specifier);
    return {
      from: file.name,
      target: target ?? specifier,
      isOwn: target !== null,
      isTypeOnly: /^type\s/.test(clause) || onlyTypesInBraces(clause),
    };
  });
}

function onlyTypesInBraces(clause: string): boolean {
  const names = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  const each = names.split(",").map((name) => name.trim());
  return each.filter(Boolean).every((name) => name.startsWith("type "));
}

function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (!bare.startsWith(".")) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), bare));
}

/** Lines keep their numbers. */
export function withoutComments(text: string): string {
  return blank(text, (kind) => kind === "comment");
}

export function codeAlone(text: string): string {
  return blank(text, () => true);
}

const TOKEN =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<regex>(?<=[(,=:[!&|?{};\n]\s*|\breturn\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/g;

function blank(text: string, isBlanked: (kind: "comment" | "string" | "regex") => boolean): string {
  return text.replace(TOKEN, (...args: unknown[]) => {
    const [token] = args;
    const groups = args.at(-1);
    if (typeof token !== "string" || typeof groups !== "object" || groups === null) return "";
    const kind =
      "comment" in groups && groups.comment
        ? "comment"
        : "regex" in groups && groups.regex
          ? "regex"
          : "string";
    return isBlanked(kind) ? token.replace(/[^\n]/g, " ") : token;
  });
}
