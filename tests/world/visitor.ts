import { type Answer, ask, formBody } from "../support/http/http-requests.ts";
import { PUBLIC_ORIGIN, type Served } from "./instance.ts";
import { realAddress, travel } from "./virtual-builtins.ts";
import { someInstance, type World } from "./world-state.ts";

/** A browser without script: it keeps cookies, and sends forms with what they hide. */
export class Visitor {
  readonly #cookies: Map<string, string>;
  readonly #world: World;

  constructor(world: World, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#world = world;
    this.#cookies = new Map(cookies);
  }

  /** Another browser with the same cookies. */
  copy(): Visitor {
    return new Visitor(this.#world, this.#cookies);
  }

  keep(cookie: string): void {
    const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
    this.#cookies.set(name, value);
  }

  /** From some instance, or from a certain one. */
  async get(path: string, served?: Served): Promise<Answer> {
    return await this.send("GET", path, {}, undefined, served);
  }

  async post(path: string, fields: Record<string, string | readonly string[]>): Promise<Answer> {
    const { headers, body } = formBody(fields);
    return await this.send("POST", path, { ...headers, Origin: PUBLIC_ORIGIN }, body);
  }

  async upload(
    path: string,
    { field, name, type, bytes }: { field: string; name: string; type: string; bytes: Uint8Array },
  ): Promise<Answer> {
    const edge = "an edge of the world";
    const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`;
    const headers = { "Content-Type": `multipart/form-data; boundary="${edge}"`, Origin: PUBLIC_ORIGIN };
    const body = [`--${edge}\r\n${head}\r\n\r\n`, bytes, `\r\n--${edge}--\r\n`];
    return await this.send("POST", path, headers, Buffer.concat(body.map((part) => Buffer.from(part))));
  }

  async send(
    method: string,
    path: string,
    more: Record<string, string>,
    body: string | Uint8Array | undefined,
    // Each request may meet another instance.
    { url }: Served = someInstance(this.#world),
  ) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      "Accept-Language": "de",
      ...more,
      ...(cookie ? { Cookie: cookie } : {}),
    };
    const { store, faults } = this.#world;
    const { turns } = store;
    const rest = { method, ...(body === undefined ? {} : { body }) };
    const answer = await travel((place) =>
      ask(realAddress(url + pathOf(path)), { ...rest, headers: { ...headers, ...place } }),
    );
    // The world's store throws an error of its own, which the product does not know as one that passes.
    if (answer.status === 500 && !store.isAway && store.turns === turns)
      faults.push(`${method} ${pathOf(path)} was answered 500`);
    for (const set of [answer.headers["set-cookie"] ?? []].flat()) this.keep(set);
    return answer;
  }
}

/** A form was taken, and its sender not sent away as a stranger or locked. */
export function isTaken({ status, headers }: Answer): boolean {
  return status === 303 && !/^\/(login|account\/locked)\b/.test(headers.location ?? "");
}

/** Of an address of the product, wherever it says that it is. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address, PUBLIC_ORIGIN);
  return pathname + search;
}

/** What the first form of a page hides, and the name and value of its first button. */
export function hiddenFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    if (!/type="hidden"/.test(tag)) continue;
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? "";
    if (name) fields[name] = value.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
  }
  return fields;
}
