import dns from "node:dns";
import net from "node:net";

// Tests reach this machine only: Unix sockets and loopback addresses. Any other connection or look-up fails, and so does
// the test, even where the code under test swallows the error.
const attempts: string[] = [];

function refusal(target: string): Error {
  attempts.push(target);
  return new Error(`The network is closed in tests: ${target}`);
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    bare === "localhost" ||
    bare.endsWith(".localhost") ||
    bare === "::1" ||
    (net.isIPv4(bare) && bare.startsWith("127.")) ||
    /^::ffff:127\./.test(bare)
  );
}

/** The host of any form of `connect` arguments; undefined for a Unix socket. */
function hostOf(args: unknown[]): string | undefined {
  // net.connect hands its arguments over already sorted, as an array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return undefined;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && Number.isNaN(Number(first))) return undefined;
  return typeof second === "string" ? second : "localhost";
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function closedConnect(this: net.Socket, ...args: unknown[]): net.Socket {
  const host = hostOf(args);
  if (host === undefined || isLoopback(host)) return Reflect.apply(connect, this, args);
  const error = refusal(host);
  // As a real failure comes: later, when the caller has begun to listen.
  setImmediate(() => this.destroy(error));
  return this;
};

const lookup = dns.lookup;
dns.lookup = Object.assign(function closedLookup(hostname: string, ...rest: unknown[]) {
  if (isLoopback(hostname) || net.isIP(hostname)) return Reflect.apply(lookup, dns, [hostname, ...rest]);
  const callback = rest.at(-1);
  const error = refusal(hostname);
  if (typeof callback === "function") process.nextTick(() => callback(error));
}, lookup);

const promisedLookup = dns.promises.lookup;
dns.promises.lookup = async function closedLookup(hostname: string, ...rest: unknown[]) {
  if (isLoopback(hostname) || net.isIP(hostname))
    return Reflect.apply(promisedLookup, dns.promises, [hostname, ...rest]);
  throw refusal(hostname);
};

/** Throws what was tried to be reached since the last call. */
export function failOnAttempts(): void {
  const tried = attempts.splice(0);
  if (tried.length > 0) throw new Error(`The network is closed in tests, yet there was: ${tried.join(", ")}`);
}
