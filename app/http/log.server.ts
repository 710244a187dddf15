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

/** A path without what it carries: tokens, ids and amounts are personal, the route's shape is not. */
export function withoutSecrets(path: string): string {
  return path
    .replace(/\/[A-Za-z0-9_-]{43}(?=\/|$)/g, "/:token")
    .replace(/\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=\/|$)/g, "/:id");
}
