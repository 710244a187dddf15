import pino from "pino";
import { terminalLine } from "./terminal-log.server.ts";

export type Logger = pino.Logger;

/**
 * JSON lines on stdout; a terminal gets plain ones, warnings only by default. Personal data and secrets are
 * redacted.
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
