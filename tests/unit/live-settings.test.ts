import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createAddressReader } from "../../app/http/client-address.server.ts";
import {
  ConfigError,
  moneyNotice,
  readConfig,
  requireDirect,
  settingSchemas,
} from "../../app/server/config.server.ts";
import { OPERATOR_SETTINGS } from "../../app/server/live-settings.server.ts";
import { settingsOfOperations } from "../support/http/env-of-operations.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { paidProvider } from "../support/money/paid-provider.ts";

const LIVE = { ...LIVE_SETTINGS, ...TEST_SECRETS, DATABASE_URL: "postgres://x" };
const lineOf = (settings: Record<string, string>) => {
  try {
    readConfig({ ...LIVE, ...settings });
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

describe("live mode", () => {
  test("live mode starts with settings that are in order", () => {
    expect(lineOf({})).toBeNull();
    expect(lineOf({ MAIL_FROM: "hello@tribute.test" })).toBeNull();
    expect(lineOf({ PUBLIC_URL: "https://tips.tribute.test:8443" })).toBeNull();
    expect(lineOf({ PUBLIC_URL: "http://localhost:3000" })).toBeNull();
    expect(lineOf({ DATA_KEY: "0123456789abcdef0123456789abcde7" })).toBeNull();
  });

  test("live mode takes the settings that deploy/ ships", () => {
    const settings = { ...settingsOfOperations(), DATABASE_URL: "postgres://x" };
    expect(Object.keys(settings).length).toBeGreaterThan(20);
    expect(() => readConfig(settings)).not.toThrow();
  });

  test("live mode names all that is missing or wrong at once, each once", () => {
    const lines = (
      lineOf({ PORT: "many", MAIL_FROM: "nobody", OPERATOR_NAME: "", SANDBOX_API_KEY: "s" }) ?? ""
    )
      .split("\n")
      .map((line) => line.split(":")[1]?.trim());
    expect(lines.sort()).toEqual(["MAIL_FROM", "OPERATOR_NAME", "PORT", "SANDBOX_API_KEY"]);
  });

  test.for(["MAIL_FROM", "CONTACT_EMAIL", "REMOVAL_EMAIL"])(
    "live mode refuses %s when it is not set, and when it is an example",
    (name) => {
      const line = `Configuration: ${name}: live mode needs an address of yours, not the example`;
      for (const value of ["", "hello@tribute.example", "me@example.com", "me@mail.example.org"])
        expect(lineOf({ [name]: value }), value).toBe(line);
    },
  );

  test("live mode refuses a sender without an address", () => {
    for (const MAIL_FROM of ["Tribute", "Tribute <tribute>", "a@b@tribute.test"])
      expect(lineOf({ MAIL_FROM })).toBe("Configuration: MAIL_FROM: there is no email address in it");
  });

  test.for(["APP_SECRET", "DATA_KEY", "SANDBOX_API_KEY", "SANDBOX_NOTICE_SECRET", "METRICS_TOKEN"])(
    "live mode refuses a %s of one letter, of few letters or of one repeated word, and does not print it",
    (name) => {
      for (const secret of [
        "s".repeat(64),
        "0110".repeat(16),
        "change-me ".repeat(4),
        "abcabbab".repeat(4),
      ]) {
        const line = lineOf({ [name]: secret });
        expect(line).toBe(
          `Configuration: ${name}: it is too easy to guess; make one with "openssl rand -hex 32"`,
        );
      }
    },
  );

  test("a database past the pooler needs the pooler's, and statements have names or none", () => {
    expect(lineOf({ DATABASE_DIRECT_URL: "postgres://y", DATABASE_STATEMENTS: "unnamed" })).toBeNull();
    expect(lineOf({ DATABASE_STATEMENTS: "some" })).toMatch(/^Configuration: DATABASE_STATEMENTS: /);
    expect(lineOf({ DATABASE_DIRECT_URL: "https://y" })).toMatch(
      /^Configuration: DATABASE_DIRECT_URL: write /,
    );
    const { DATABASE_URL: _, ...demo } = { ...LIVE, APP_MODE: "demo", DATABASE_DIRECT_URL: "postgres://y" };
    expect(() => readConfig(demo)).toThrow("Configuration: DATABASE_DIRECT_URL needs DATABASE_URL");
    const { DATABASE_DIRECT_URL: _1, ...reading } = { ...demo, DATABASE_READ_URL: "postgres://y" };
    expect(() => readConfig(reading)).toThrow("Configuration: DATABASE_READ_URL needs DATABASE_URL");
  });

  test("live mode posts to X itself, by both keys of the app and a budget that is an amount", () => {
    const keys = { X_API_KEY: "anotakeyofx12345", X_API_SECRET: "anotasecretofx12345" };
    expect(lineOf(keys)).toBeNull();
    expect(lineOf({ X_API_KEY: keys.X_API_KEY })).toMatch(/X_API_SECRET: X_API_KEY needs it/);
    expect(lineOf({ ...keys, X_API_BASE: "http://127.0.0.1:1" })).toMatch(/X_API_BASE is for tests/);
    expect(lineOf({ ...keys, X_MONTHLY_BUDGET: "much" })).toMatch(/X_MONTHLY_BUDGET: write an amount/);
  });

  test("the money model is held by default, and its line names the page about licences", () => {
    const noticeOf = (MONEY_MODEL: string) => moneyNotice(readConfig({ ...LIVE, MONEY_MODEL }));
    expect(noticeOf("")).toBe(noticeOf("held"));
    expect(noticeOf("held")).toMatch(/held: you hold creators' money.*docs\/licences\.md$/);
    expect(noticeOf("direct")).toMatch(/direct: fans pay new creators' own accounts.*docs\/licences\.md$/);
    expect(moneyNotice(readConfig({}))).toBeNull();
    expect(lineOf({ MONEY_MODEL: "both" })).toMatch(/^Configuration: MONEY_MODEL: /);
    expect(lineOf({ VERIFICATION: "none" })).toMatch(/^Configuration: VERIFICATION: /);
  });

  test("live mode refuses direct money, and a provider's verification, without a provider that pays directly", () => {
    const [held, direct, verified] = [{}, { MONEY_MODEL: "direct" }, { VERIFICATION: "stripe" }].map(
      (given) => readConfig({ ...LIVE, ...given }),
    );
    const { accounts: _, ...provider } = paidProvider();
    const none = { all: [provider], directGroups: null };
    const split = readConfig({ ...LIVE, DIRECT_GROUPS: "transfers" });
    if (!held || !direct || !verified) throw new Error("three configurations were read");
    requireDirect(held, none);
    requireDirect(readConfig({ MONEY_MODEL: "direct" }), none);
    const ending = "needs a provider that pays creators directly";
    expect(() => requireDirect(direct, none)).toThrow(`Configuration: MONEY_MODEL: direct ${ending}`);
    expect(() => requireDirect(verified, none)).toThrow(`Configuration: VERIFICATION: stripe ${ending}`);
    expect(() => requireDirect(split, none)).toThrow(`Configuration: DIRECT_GROUPS: transfers ${ending}`);
    requireDirect(split, { ...none, directGroups: provider.name });
  });

  test("live mode refuses a public address that is not encrypted", () => {
    expect(lineOf({ PUBLIC_URL: "http://tips.tribute.test" })).toBe(
      "Configuration: PUBLIC_URL: live mode needs https, unless the host is this machine",
    );
  });

  test("live mode refuses to start without the company that issues receipts: name, address and VAT id", () => {
    const line = `Configuration: STATEMENT_ISSUER: receipts name who issues them; write "Company; street; town; VAT id"`;
    for (const STATEMENT_ISSUER of [
      "",
      "Tribute",
      "Tribute GmbH; Beispielweg 1; 10115 Berlin",
      "Tribute GmbH; DE123456788",
      "Tribute (demo); Beispielstraße 1; 10115 Berlin; DE000000000",
    ])
      expect(lineOf({ STATEMENT_ISSUER }), STATEMENT_ISSUER).toBe(line);
    for (const id of ["ATU12345678", "CHE-123.456.789 MWST", "IE1234567X", "NL123456789B01", "FRXX123456789"])
      expect(lineOf({ STATEMENT_ISSUER: `Tribute; Street 1; Town; VAT ID ${id}` }), id).toBeNull();
  });

  const DEMO = {
    OPERATOR_NAME: ["Tribute Demo GmbH", "tribute demo  gmbh"],
    OPERATOR_ADDRESS: ["Beispielstraße 1, 10115 Berlin, Germany", "Beispielstraße 1; 10115 Berlin"],
    OPERATOR_REGISTER: ["Amtsgericht Charlottenburg, HRB 000000"],
    OPERATOR_VAT_ID: ["DE000000000"],
    OPERATOR_RESPONSIBLE: ["Erika Mustermann, Beispielstraße 1, 10115 Berlin", "ERIKA MUSTERMANN, Street 1"],
    OPERATOR_DATA_PROTECTION: ["Max Mustermann, privacy@tribute.example", "Ada, privacy@tribute.example"],
    OPERATOR_PROCESSORS: ["Beispiel-Hosting GmbH, Berlin=Hosting", "A, B=C; Beispiel-Hosting GmbH, Ulm=Mail"],
  };
  test.for(Object.entries(DEMO))("live mode refuses the demo's %s, typed on purpose", ([name, values]) => {
    for (const value of values)
      expect(lineOf({ [name]: value }), value).toMatch(
        new RegExp(`^Configuration: ${name}: ".+" is the demo's; live mode needs who runs the product$`),
      );
  });

  test("each value of the demo that names somebody is refused in live mode; authorities are not made up", () => {
    const shown = new Map<string, unknown>(Object.entries(readConfig({})));
    for (const name of OPERATOR_SETTINGS) {
      const value = shown.get(name);
      if (typeof value !== "string") continue;
      const isReal = ["OPERATOR_AUTHORITY", "OPERATOR_SUPERVISION"].includes(name);
      expect(lineOf({ [name]: value }) === null, name).toBe(isReal);
    }
  });

  test("TIP_PRESETS takes three to six different amounts, sorted", () => {
    const presets = (TIP_PRESETS: string) => readConfig({ ...LIVE, TIP_PRESETS }).TIP_PRESETS;
    expect(presets("")).toEqual([5_00, 10_00, 25_00, 50_00, 100_00]);
    expect(presets("20, 2.50,8")).toEqual([2_50, 8_00, 20_00]);
    expect(presets("0.50,5,5000")).toEqual([50, 5_00, 5_000_00]);
    for (const wrong of [
      "5,10",
      "1,2,3,4,5,6,7",
      "5,5,10",
      "0.49,5,10",
      "5,10,5000.01",
      "5;10;20",
      "5,ten,20",
    ])
      expect(lineOf({ TIP_PRESETS: wrong }), wrong).toMatch(/^Configuration: TIP_PRESETS: .*three to six/);
  });

  test("a demo's settings are accepted, secrets and addresses included", () => {
    expect(() => readConfig({ APP_MODE: "demo", APP_SECRET: "s".repeat(32) })).not.toThrow();
  });
});

/** Of many different characters, as a key has. */
const LIVE_KEY = "4fQz8RkT1vXw6LmN3bYc";

describe("the payment providers", () => {
  test("the payment providers are named by commas, each one that there is, and each with what it needs", () => {
    expect(readConfig({}).providers.map(({ name }) => name)).toEqual(["sandbox"]);
    expect(readConfig({ PAYMENT_PROVIDER: "sandbox, sandbox" }).providers).toHaveLength(1);
    expect(lineOf({ PAYMENT_PROVIDER: "sandbox,nobody" })).toMatch(/^Configuration: PAYMENT_PROVIDER\.1: /);
    expect(lineOf({ SANDBOX_API_KEY: "" })).toBe(
      "Configuration: the sandbox provider needs SANDBOX_API_KEY and SANDBOX_NOTICE_SECRET",
    );
    expect(lineOf({ ALLOW_SANDBOX_PAYMENTS: "" })).toMatch(/live mode needs ALLOW_SANDBOX_PAYMENTS=1$/);
    expect(lineOf({ SANDBOX_API_KEY: "short" })).toMatch(/^Configuration: SANDBOX_API_KEY: /);
  });

  test("the payment providers may each serve ways to pay alone, if they are set up", () => {
    const routes = (list: string) => readConfig({ PAYMENT_ROUTES: list }).PAYMENT_ROUTES;
    expect([...routes("INETCASH_CC/USD=sandbox, INETCASH_DD=sandbox")]).toEqual([
      ["INETCASH_CC/USD", "sandbox"],
      ["INETCASH_DD", "sandbox"],
    ]);
    for (const wrong of ["INETCASH_CC", "CARD=sandbox", "INETCASH_CC/usd=sandbox"])
      expect(lineOf({ PAYMENT_ROUTES: wrong }), wrong).toMatch(/^Configuration: PAYMENT_ROUTES: /);
    expect(lineOf({ PAYMENT_ROUTES: "INETCASH_CC=stripe" })).toMatch(
      /PAYMENT_PROVIDER does not name "stripe"$/,
    );
  });

  test("the payment provider Stripe needs its keys, and live ones for live money", () => {
    const keys = {
      PAYMENT_PROVIDER: "stripe",
      STRIPE_SECRET_KEY: `sk_live_${LIVE_KEY}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${LIVE_KEY}`,
    };
    expect(lineOf(keys)).toBeNull();
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])
      expect(lineOf({ ...keys, [name]: "" }), name).toBe(
        `Configuration: ${name}: the stripe provider needs it`,
      );
    expect(lineOf({ ...keys, STRIPE_SECRET_KEY: `sk_test_${LIVE_KEY}` })).toMatch(
      /test key moves no real money/,
    );
    expect(lineOf({ ...keys, STRIPE_SECRET_KEY: `pk_live_${LIVE_KEY}` })).toMatch(/STRIPE_SECRET_KEY: a key/);
    expect(lineOf({ ...keys, STRIPE_API_URL: "http://127.0.0.1:1" })).toMatch(/STRIPE_API_URL is for tests/);
    const connect = (secret: string) => lineOf({ ...keys, STRIPE_CONNECT_WEBHOOK_SECRET: secret });
    expect(connect(`whsec_${LIVE_KEY}`)).toMatch(/STRIPE_CONNECT_WEBHOOK_SECRET: each endpoint/);
    expect(connect("sec")).toMatch(/STRIPE_CONNECT_WEBHOOK_SECRET: a secret/);
    expect(lineOf({ ...keys, STRIPE_LOSSES: "creator" })).toMatch(
      /STRIPE_LOSSES: one of application, stripe/,
    );
    expect(lineOf({ ...keys, STRIPE_STATEMENT_DESCRIPTOR: "<b>" })).toMatch(
      /STRIPE_STATEMENT_DESCRIPTOR: 5 to 22/,
    );
  });
});

describe("VIES", () => {
  const viesOf = (settings: Record<string, string>) => readConfig({ ...LIVE, ...settings }).vies;

  test("VIES is off unless it is switched on, and in a demo unless it has a stand-in, too", () => {
    expect(viesOf({})).toBeNull();
    expect(viesOf({ VIES_URL: "http://127.0.0.1:9" })).toBeNull();
    expect(viesOf({ APP_MODE: "demo", VIES: "on" })).toBeNull();
    expect(viesOf({ APP_MODE: "demo", VIES: "on", VIES_URL: "http://127.0.0.1:9" })?.url).toBe(
      "http://127.0.0.1:9",
    );
    expect(viesOf({ VIES: "on" })?.url).toBe("https://ec.europa.eu/taxation_customs/vies/rest-api");
    expect(lineOf({ VIES: "yes" })).toMatch(/^Configuration: VIES: /);
  });

  test("VIES gets the operator's own VAT id if that is one of the EU", () => {
    expect(viesOf({ VIES: "on", OPERATOR_VAT_ID: "DE 136695976" })?.requester).toBe("DE136695976");
    for (const OPERATOR_VAT_ID of ["CHE116281710MWST", "none"])
      expect(viesOf({ VIES: "on", OPERATOR_VAT_ID })?.requester, OPERATOR_VAT_ID).toBeNull();
  });
});

describe("a public address", () => {
  test.for([
    "https://tips.tribute.test/",
    "https://tips.tribute.test/tribute",
    "https://tips.tribute.test?x=1",
    "https://tips.tribute.test#x",
    "https://me:secret@tips.tribute.test",
    "https://TIPS.tribute.test",
    "https://tips.tribute.test:443",
    "ftp://tips.tribute.test",
    "javascript:alert(1)",
    "tips.tribute.test",
  ])("a public address is refused by one line when it is %s", (PUBLIC_URL) => {
    const lines = [lineOf({ PUBLIC_URL }), lineOf({ APP_MODE: "demo", PUBLIC_URL })];
    for (const line of lines) {
      expect(line).toMatch(/^Configuration: PUBLIC_URL: .+$/);
      expect(line).not.toContain("secret");
    }
  });
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      ports: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.coerce.string()).optional(),
      logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
    }),
  ),
});

describe("every setting", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const names = Object.keys(settingSchemas);

  test("the table of settings is what the schemas say", () => {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/settings.ts", "--verify"], {
      cwd: root,
    });
    expect([status, stderr.toString()]).toEqual([0, ""]);
  });

  test("each container of compose.yaml has a read-only root, no capabilities and a memory limit", () => {
    const [head = "", services = ""] = read("compose.yaml").split("\nservices:\n");
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit: "])
      expect(head.split("x-confined: &confined")[1]).toContain(line);
    const blocks = services.split("\nvolumes:\n")[0]?.split(/^ {2}(?=\w+:$)/m) ?? [];
    const containers = blocks.filter((block) => /^\w+:\n/.test(block));
    expect(containers).toHaveLength(4);
    for (const container of containers) {
      expect(container).toContain("<<: *confined");
      expect(container).toMatch(/^ {4}mem_limit: \d+[mg]$/m);
    }
  });

  test("each container of compose.scale.yaml has a read-only root, no capabilities and a memory limit", () => {
    const [head = "", services = ""] = read("compose.scale.yaml").split("\nservices:\n");
    const [, confined = "", parts = "", tribute = ""] = head.split(/^x-\w+: /m);
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit: "])
      expect(confined).toContain(line);
    for (const anchor of [parts, tribute]) expect(anchor).toContain("<<: *confined");
    expect(tribute).toMatch(/^ {2}mem_limit: \d+[mg]$/m);
    const blocks = services.split("\nnetworks:\n")[0]?.split(/^ {2}(?=[\w-]+:$)/m) ?? [];
    const containers = blocks.filter((block) => /^[\w-]+:\n/.test(block));
    expect(containers).toHaveLength(11);
    for (const container of containers) {
      expect(container).toMatch(/^ {4}<<: \*(confined|parts|tribute)$/m);
      expect(container).toMatch(/^ {4}(mem_limit: \d+[mg]|<<: \*tribute)$/m);
    }
  });

  test("compose.yaml publishes the proxy's ports alone, and Tribute trusts it alone", () => {
    const text = read("compose.yaml");
    const { services } = composeSchema.parse(parse(text));
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(["proxy 80:80", "proxy 443:443", "proxy 443:443/udp"]);
    const trusted = services.app?.environment?.TRUSTED_PROXIES?.split("$")[0];
    expect(/^ {8}ipv4_address: (\S+)$/m.exec(text)?.[1]).toBe(trusted);
  });

  test.for(["compose.yaml", "compose.scale.yaml"])("the logs of each container of %s are bounded", (file) => {
    const { services } = composeSchema.parse(parse(read(file), { merge: true }));
    for (const [name, { logging }] of Object.entries(services))
      expect(logging?.options, name).toEqual({ "max-size": "20m", "max-file": "5" });
  });

  test("behind compose.scale.yaml's balancer nobody says themselves where they come from", () => {
    const compose = read("compose.scale.yaml");
    const balancer = /^ {8}ipv4_address: (\S+)$/m.exec(compose)?.[1] ?? "none";
    const gateway = /^ {10}gateway: (\S+)$/m.exec(compose)?.[1] ?? "none";
    const trusted = /^ {4}TRUSTED_PROXIES: ([^$\s]+)/m.exec(compose)?.[1]?.split(",") ?? [];
    const addressOf = createAddressReader(trusted);
    expect(addressOf(balancer, "198.51.100.1")).toBe("198.51.100.1");
    // What Docker passes on itself, as from IPv6, comes from the network's gateway.
    expect(addressOf(balancer, `198.51.100.1, ${gateway}`)).toBe(gateway);
  });

  test("in compose.scale.yaml the balancer alone reaches PostgreSQL, Patroni and etcd, which take orders from whoever does", () => {
    const services = read("compose.scale.yaml").split("\nservices:\n")[1]?.split("\nnetworks:\n")[0] ?? "";
    const networks = services.split(/^ {2}(?=[\w-]+:$)/m).flatMap((block) => {
      const [, name] = /^([\w-]+):\n/.exec(block) ?? [];
      const [, of = " default"] = /^ {4}networks:((?: \[.*\]\n)|(?:\n {6,}.*)+)/m.exec(block) ?? [];
      return name === undefined
        ? []
        : [{ name, isInside: /\bcluster\b/.test(of), isOutside: /\bdefault\b/.test(of) }];
    });
    const named = (is: (each: (typeof networks)[number]) => boolean) =>
      networks.filter(is).map(({ name }) => name);
    expect(named(({ isInside }) => isInside)).toEqual(["balancer", "postgres-a", "postgres-b", "places"]);
    expect(named(({ isInside, isOutside }) => isInside && isOutside)).toEqual(["balancer"]);
  });

  test.for(["compose.yaml", "compose.scale.yaml"])("every setting is handed on by %s", (file) => {
    const handedOn = [...read(file).matchAll(/^ {4,6}([A-Z0-9_]+): /gm)].map(([, name]) => name);
    expect(names.filter((name) => !handedOn.includes(name))).toEqual([]);
  });
});
