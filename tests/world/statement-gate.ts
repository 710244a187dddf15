import { createHash } from "node:crypto";
import net from "node:net";
import { createPlace, type Flow, type Place, type Process, places } from "./flow.ts";

/** What a connection sends up to its next "ready": one statement, or a chain that ends with Sync. */
export interface Statement {
  readonly connection: Connection;
  readonly place: Place;
  readonly process: Process | null;
  /** The text, and a hash of what is bound to it. */
  readonly text: string;
  readonly values: string;
  readonly bytes: Buffer[];
  state: "held" | "running" | "waits for a lock" | "done";
  outcome: string;
}

/**
 * `lost after`: PostgreSQL runs it, and its answer never comes. `timed out` and `no room`: PostgreSQL gives it up, for its
 * time or for a full disk.
 */
export type Fate = "answered" | "lost before" | "lost after" | keyof typeof REFUSALS;

const TERMINATE = "X".charCodeAt(0);

/** A read that all acts of a process share: held back, it would hold them all. */
const SHARED_READ = /\bfrom "notices"/;

const REFUSALS = {
  "timed out": refusal("57014", "canceling statement due to statement timeout"),
  "no room": refusal("53100", "could not extend file: No space left on device"),
};

function refusal(code: string, message: string): Buffer {
  return query(`do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`);
}

function query(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from("Q\0\0\0\0");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** All connections of the product to the world's database, and the statements that wait for the scheduler. */
export class StatementGate {
  readonly connections = new Set<Connection>();
  readonly held = new Set<Statement>();
  readonly running = new Set<Statement>();
  /** Called whenever something changes that a scheduler may wait for. */
  onChange: () => void = () => undefined;

  constructor(isDatabase: (given: readonly unknown[]) => boolean) {
    const gate = this;
    const realConnect = net.Socket.prototype.connect;
    net.Socket.prototype.connect = function connect(this: net.Socket, ...given: unknown[]) {
      const place = places.getStore();
      if (place?.process && isDatabase(given)) {
        if (place.process.isDead) {
          process.nextTick(() => this.destroy(broken("connect ECONNREFUSED")));
          return this;
        }
        // Node gives a socket its own `write` back as it connects.
        Reflect.apply(realConnect, this, given);
        gate.connections.add(new Connection(gate, this, place));
        return this;
      }
      return Reflect.apply(realConnect, this, given);
    };
  }

  hold(connection: Connection, place: Place, bytes: Buffer[], text: string): void {
    const statement: Statement = {
      ...{ connection, place, process: place.process, text, bytes, outcome: "" },
      values: hashOf(text, bytes),
      state: "held",
    };
    connection.current = statement;
    this.held.add(statement);
    if (place.flow.passes || SHARED_READ.test(text)) this.grant(statement, "answered");
    this.onChange();
  }

  grant(statement: Statement, fate: Fate): void {
    this.held.delete(statement);
    if (fate === "lost before") {
      statement.state = "done";
      statement.outcome = "lost before";
      statement.connection.cut();
      return;
    }
    statement.state = "running";
    this.running.add(statement);
    statement.connection.send(statement, fate);
  }

  done(statement: Statement, outcome: string): void {
    statement.state = "done";
    statement.outcome = outcome;
    this.running.delete(statement);
    this.held.delete(statement);
    this.onChange();
  }

  /** All connections of a process break, as at its kill; what is not committed is rolled back. */
  cutAll(process: Process): Connection[] {
    const own = [...this.connections].filter((each) => each.process === process);
    for (const connection of own) connection.cut();
    return own;
  }
}

/** Reads what goes both ways on a socket, and keeps statements back. */
export class Connection {
  readonly process: Process | null;
  pid = 0;
  /** As PostgreSQL says with each "ready": I idle, T in a transaction, E in a failed one. */
  status = "";
  current: Statement | null = null;
  isCut = false;
  readonly #gate: StatementGate;
  readonly #socket: net.Socket;
  readonly #write: net.Socket["write"];
  readonly #opener: Flow;
  readonly #texts = new Map<string, string>();
  #outgoing: Buffer[] = [];
  #incoming: Buffer = Buffer.alloc(0);
  readonly #undelivered: Buffer[] = [];
  #answer = { rows: 0, error: "", isSwallowed: false };
  #isReady = false;
  /** A statement that the library sends meanwhile is of the same act, wherever the socket was opened. */
  #delivers: Place | null = null;

  constructor(gate: StatementGate, socket: net.Socket, { flow, process }: Place) {
    this.#gate = gate;
    this.#socket = socket;
    this.process = process;
    this.#opener = flow;
    flow.openings += 1;
    this.#write = socket.write.bind(socket);
    socket.write = ((chunk: Buffer | string, ...rest: [never]) =>
      this.#isReady
        ? this.#take(Buffer.from(chunk), rest)
        : this.#write(chunk, ...rest)) as net.Socket["write"];
    const emit = socket.emit.bind(socket);
    socket.emit = (event: string | symbol, ...given: unknown[]) => {
      if (event === "data" && Buffer.isBuffer(given[0]))
        return this.#receive(given[0], (bytes) => emit(event, bytes));
      if (event === "close") this.#closed();
      return emit(event, ...given);
    };
  }

  send(statement: Statement, fate: Fate): void {
    this.#answer = { rows: 0, error: "", isSwallowed: fate === "lost after" };
    const isRefused = fate === "timed out" || fate === "no room";
    this.#write(isRefused ? REFUSALS[fate] : Buffer.concat(statement.bytes));
  }

  /** Breaks from PostgreSQL's and the product's view at once. */
  cut(): void {
    if (this.isCut) return;
    this.isCut = true;
    this.#socket.destroy(broken("read ECONNRESET"));
  }

  #take(chunk: Buffer, rest: [never]): boolean {
    if (this.isCut) return false;
    if (chunk[0] === TERMINATE) return this.#write(chunk, ...rest);
    this.#outgoing.push(chunk);
    const last = lastMessage(chunk);
    // Query and Sync end with a "ready"; Flush does not.
    if (last !== "S" && last !== "Q") return true;
    const bytes = this.#outgoing;
    this.#outgoing = [];
    const place = this.#delivers ?? places.getStore() ?? createPlace(this.#opener, this.process);
    this.#gate.hold(this, place, bytes, this.#textOf(Buffer.concat(bytes)));
    return true;
  }

  /** Of a prepared statement, the text that it was prepared with. */
  #textOf(bytes: Buffer): string {
    let text = "";
    for (const { kind, body } of messages(bytes)) {
      if (kind === "Q") text = cString(body, 0);
      if (kind === "P") {
        const name = cString(body, 0);
        text = cString(body, Buffer.byteLength(name) + 1);
        if (name !== "") this.#texts.set(name, text);
      }
      if (kind === "B") {
        const portal = cString(body, 0);
        text = this.#texts.get(cString(body, Buffer.byteLength(portal) + 1)) ?? text;
      }
    }
    return text;
  }

  /** An answer is delivered whole: in which parts it arrives, no seed decides. */
  #receive(chunk: Buffer, deliver: (bytes: Buffer) => boolean): boolean {
    this.#undelivered.push(chunk);
    this.#incoming = Buffer.concat([this.#incoming, chunk]);
    let end = 0;
    let isReady = false;
    for (const { kind, body, next } of messages(this.#incoming)) {
      end = next;
      if (kind === "K") this.pid = body.readInt32BE(0);
      if (kind === "D") this.#answer.rows += 1;
      if (kind === "E") this.#answer.error = /C([0-9A-Z]{5})\0/.exec(body.toString("latin1"))?.[1] ?? "?";
      if (kind === "Z") {
        isReady = true;
        this.status = body.toString("latin1");
      }
    }
    this.#incoming = this.#incoming.subarray(end);
    if (this.current && !isReady) return true;
    const bytes = Buffer.concat(this.#undelivered.splice(0));
    const { isSwallowed, rows, error } = this.#answer;
    // The next statement may be sent while this one's answer is delivered.
    const finished = isReady && this.#isReady ? this.current : null;
    if (finished) this.current = null;
    this.#delivers = finished?.place ?? null;
    const delivered = isSwallowed || deliver(bytes);
    this.#delivers = null;
    if (isReady && !this.#isReady) {
      this.#isReady = true;
      this.#opener.openings -= 1;
      this.#gate.onChange();
    }
    if (finished) {
      if (isSwallowed) this.cut();
      this.#gate.done(finished, `${error || `${rows} rows`}${isSwallowed ? ", answer lost" : ""}`);
    }
    return delivered;
  }

  #closed(): void {
    this.isCut = true;
    if (!this.#isReady) this.#opener.openings -= 1;
    this.#isReady = true;
    this.#gate.connections.delete(this);
    if (this.current) this.#gate.done(this.current, "connection closed");
    this.current = null;
    this.#gate.onChange();
  }
}

/**
 * Without preparation and its name, which depend on the connection; nor of what no seed decides: in which order the
 * queue finds its names, and the head of the chain of rows.
 */
function hashOf(text: string, bytes: readonly Buffer[]): string {
  if (text.includes("pgboss.") || text.includes('"ledger_check_runs"')) return "";
  const hash = createHash("sha256");
  for (const { kind, body } of messages(Buffer.concat(bytes)))
    if (kind === "B") hash.update(body.subarray(endOf(body, endOf(body, 0))));
  return hash.digest("base64url").slice(0, 8);
}

/** As Node reports it. */
function broken(what: "read ECONNRESET" | "connect ECONNREFUSED"): Error {
  const [syscall, code] = what.split(" ");
  return Object.assign(new Error(what), { code, syscall });
}

interface Message {
  kind: string;
  body: Buffer;
  next: number;
}

/** The whole messages at the beginning of the bytes. */
function* messages(bytes: Buffer): Generator<Message> {
  let at = 0;
  while (at + 5 <= bytes.length) {
    const next = at + 1 + bytes.readInt32BE(at + 1);
    if (next > bytes.length) return;
    yield { kind: String.fromCharCode(bytes[at] ?? 0), body: bytes.subarray(at + 5, next), next };
    at = next;
  }
}

function lastMessage(bytes: Buffer): string {
  let kind = "";
  for (const message of messages(bytes)) kind = message.kind;
  return kind;
}

/** Past the text that ends with a zero. */
function endOf(bytes: Buffer, from: number): number {
  return bytes.indexOf(0, from) + 1;
}

function cString(bytes: Buffer, from: number): string {
  return bytes.toString("utf8", from, bytes.indexOf(0, from));
}
