import { z } from "zod";

const lineSchema = z.looseObject({ level: z.number(), time: z.string(), msg: z.string() });
const WARN = 40;

/** "04:51:46 request method=GET path=/login status=200". Lines that are no JSON log entry are unchanged. */
export function terminalLine(json: string): string {
  const parsed = lineSchema.safeParse(readJson(json));
  if (!parsed.success) return json;
  const { level, time, msg, ...more } = parsed.data;
  const kind = level > WARN ? "ERROR " : level === WARN ? "warning: " : "";
  const facts = Object.entries(more).map(([name, value]) => ` ${name}=${shown(value)}`);
  return `${time.slice(11, 19)} ${kind}${msg}${facts.join("")}\n`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Outside text must not control the terminal or fake a line: control characters are escaped, further lines
 * indented.
 */
function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text
    .replace(/(?!\n)\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replaceAll("\n", "\n  ");
}
