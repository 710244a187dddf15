import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { debianProgram } from "../support/debian-program.ts";
import { eventually } from "../support/eventually.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";

// The files of deploy/ for nginx and Caddy, before a product; where Debian's programs are not to be had, what they write
// into their logs is read in the files themselves.

const TOKEN = "a-token-of-a-mailed-link-0123456789";
const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "../../deploy", file), "utf8");

interface Proxy {
  program: string | null;
  /** The program and its arguments for what is written into the folder. */
  prepare(program: string, place: Place): string[];
}

interface Place {
  folder: string;
  port: string;
  plainPort: string;
  upstream: string;
}

let database: DemoDatabase;
let product: Product;
let scratch: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-proxies-"));
  database = await createDemoDatabase();
  product = await startProduct(
    database.url,
    { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: "https://tips.test", PORT: await freePort() },
    { dataFrom: database.dataFrom },
  );
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await product?.stop();
  await database?.drop();
  rmSync(scratch, { recursive: true, force: true });
});

/** The file of deploy/ with each `[what, instead]`; all of them are there. */
function changed(file: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [what, instead]) => {
    expect(text).toContain(what);
    return text.replaceAll(what, instead);
  }, read(file));
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    program: debianProgram("nginx", "usr/sbin/nginx"),
    prepare(program, { folder, port, plainPort, upstream }) {
      const site = changed("nginx.conf", [
        ["listen [::]:80 default_server;", ""],
        ["listen [::]:443 ssl http2 default_server;", ""],
        ["listen 80 ", `listen 127.0.0.1:${plainPort} `],
        ["listen 443 ", `listen 127.0.0.1:${port} `],
        ["/etc/letsencrypt/live/tips.example/fullchain.pem", `${folder}/certificate.pem`],
        ["/etc/letsencrypt/live/tips.example/privkey.pem", `${folder}/key.pem`],
        ["/var/log/nginx/", `${folder}/logs/`],
        ["127.0.0.1:3000", upstream],
      ]);
      const scratchFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      writeFileSync(
        path.join(folder, "nginx.conf"),
        // As Debian's nginx.conf has it, whose logs would have each address.
        `daemon off; pid ${folder}/pid; events {} error_log ${folder}/logs/error.log; http {
          ${scratchFolders.join(" ")} access_log ${folder}/logs/access.log; ${site} }`,
      );
      return [program, "-e", `${folder}/logs/start.log`, "-c", `${folder}/nginx.conf`];
    },
  },
  Caddy: {
    program: debianProgram("caddy", "usr/bin/caddy"),
    prepare(program, { folder, port, plainPort, upstream }) {
      const ports = `http_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n\tadmin off`;
      const text = changed("Caddyfile", [
        ["{\n\t# Addresses", `{\n\t${ports}\n\t# Addresses`],
        ["{$PUBLIC_URL:https://tips.example}", "https://localhost"],
        ["\tlog\n", `\tlog\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n`],
        ["{$TRIBUTE:127.0.0.1:3000}", upstream],
      ]);
      writeFileSync(path.join(folder, "Caddyfile"), text);
      return [program, "run", "--config", `${folder}/Caddyfile`, "--adapter", "caddyfile"];
    },
  },
};

/** All that the proxy has written, its output included. */
interface Started {
  url: string;
  plainUrl: string;
  written(): string;
}

async function start({ prepare }: Proxy, program: string, upstream: string): Promise<Started> {
  const folder = mkdtempSync(path.join(scratch, "proxy-"));
  mkdirSync(path.join(folder, "logs"));
  const key = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-keyout", `${folder}/key.pem`, "-out", `${folder}/certificate.pem`];
  spawnSync("openssl", [...key, ...files, "-days", "2", "-subj", "/CN=localhost"]);
  const [port, plainPort] = [await freePort(), await freePort()];
  const [file = "", ...args] = prepare(program, { folder, port, plainPort, upstream });
  const child = spawn(file, args, { cwd: folder, env: { HOME: folder }, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const logs = path.join(folder, "logs");
  const written = () =>
    printed +
    readdirSync(logs)
      .map((name) => readFileSync(path.join(logs, name), "utf8"))
      .join("");
  const url = `https://localhost:${port}`;
  await eventually("the proxy answers", async () => {
    if (child.exitCode !== null) throw new Error(`The proxy has ended:\n${written()}`);
    return await visit(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  });
  return { url, plainUrl: `http://localhost:${plainPort}`, written };
}

async function visit(url: string, options: RequestOptions = {}, body?: Buffer) {
  const sent = request(url, { rejectUnauthorized: false, agent: false, ...options });
  sent.end(body);
  const [answer] = await once(sent, "response");
  sent.on("error", () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, size: Buffer.concat(chunks).byteLength };
}

/** Where no program is to be had. */
function expectNoPathIn(name: string): void {
  if (name === "nginx") {
    const [, format = ""] = /^log_format tribute '(.+)';$/m.exec(read("nginx.conf")) ?? [];
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_\w+|document_uri)\b/);
    return;
  }
  for (const field of ["request>uri", "request>headers", "resp_headers"])
    expect(read("Caddyfile")).toContain(`${field} delete`);
}

test.for(Object.entries(PROXIES))("a mailed link's token is in no log of %s", async ([name, proxy]) => {
  if (proxy.program === null) {
    expectNoPathIn(name);
    return;
  }
  const upstream = `127.0.0.1:${new URL(product.url).port}`;
  const { url, plainUrl, written } = await start(proxy, proxy.program, upstream);
  const page = `/password/reset/${TOKEN}`;
  const headers = { Referer: `https://tips.test${page}`, "Accept-Encoding": "br" };
  const reset = await visit(url + page, { headers });
  expect(reset.status).toBeLessThan(400);
  const home = await visit(`${url}/?to=${TOKEN}`, { headers });
  expect([home.status, home.headers["content-encoding"]]).toEqual([200, "br"]);
  expect(home.headers["strict-transport-security"]).toBeDefined();
  const plain = await fetch(plainUrl + page, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")]).toEqual([308, expect.stringMatching(/^https:/)]);
  const form = { ...headers, Origin: "https://tips.test", "Content-Type": "multipart/form-data; boundary=b" };
  const large = await visit(
    `${url}/login?to=${TOKEN}`,
    { method: "POST", headers: form },
    Buffer.alloc(12e6),
  );
  expect(large.status).toBe(413);
  expect(large.headers["x-request-id"]).toBeDefined();
  const lines = written();
  expect(lines.match(/\b200\b/g)?.length ?? 0).toBeGreaterThan(0);
  expect(lines).not.toContain(TOKEN);

  const dead = await start(proxy, proxy.program, `127.0.0.1:${await freePort()}`);
  expect((await visit(dead.url + page, { headers })).status).toBe(502);
  await eventually("the failure is in the log", () => /\b502\b/.test(dead.written()));
  expect(dead.written()).not.toContain(TOKEN);
});
