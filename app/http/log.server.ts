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

/** A path without what it carries: names, tokens, ids and amounts are somebody's, the route's shape is nobody's. */
export function pathShape(path: string, reserved: ReadonlySet<string>): string {
  const [, first = "", ...rest] = path.split("/");
  const named = first === "" || reserved.has(first) ? first : ":profile";
  const others = rest.map((part) => {
    if (/^[A-Za-z0-9_-]{43}$/.test(part)) return ":token";
    if (/^[0-9a-f-]{36}$/.test(part)) return ":id";
    return /^[a-z-]{1,20}(\.webp|\.jpg)?$/.test(part) ? part : ":value";
  });
  return `/${[named, ...others].join("/")}`;
}
