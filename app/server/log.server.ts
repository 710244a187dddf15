import pino from "pino";
import { z } from "zod";

export type Logger = pino.Logger;

/**
 * JSON lines on stdout; a terminal gets plain ones, by default warnings. Redacts personal data and secrets.
 */
export function createLog(given: string | undefined): Logger {
  const level = given ?? (process.stdout.isTTY ? "warn" : "info");
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "email",
        "token",
        "password",
        "iban",
        "authorization",
        "cookie",
        "*.email",
        "*.token",
        "*.password",
        "*.iban",
      ],
      censor: "[removed]",
    },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, { write: (line) => void process.stdout.write(terminalLine(line)) });
}

const lineSchema = z.looseObject({ level: z.number(), time: z.string(), msg: z.string() });
const WARN = 40;

/** "04:51:46 request method=GET path=/login status=200". Other lines are unchanged. */
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
 * Outside text must not control the terminal or fake a line: escapes control characters, indents further
 * lines.
 */
function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text
    .replace(/(?!\n)\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replaceAll("\n", "\n  ");
}
