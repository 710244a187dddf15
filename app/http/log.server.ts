import pino from "pino";

export type Logger = pino.Logger;

/** Structured lines on stdout. What could name a person or open a door is taken out, whoever logs it. */
export function createLog(level: string): Logger {
  return pino({
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
  });
}
