import pino from "pino";
import { terminalLine } from "./terminal-log.server.ts";

export type Logger = pino.Logger;

/**
 * Lines of JSON on stdout, or plain ones where that is a terminal, which without a level is shown warnings alone. What could name a person or open a door is taken out,
 * whoever logs it.
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
