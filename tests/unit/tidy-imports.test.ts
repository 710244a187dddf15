import { describe, expect, it } from "vitest";
import {
  codeAlone,
  importsOf,
  listCode,
  type SourceImport,
  withoutComments,
} from "../support/source-files.ts";

/** The house's rules of who may know whom (design: architecture), read from the imports themselves. */
const code = [...listCode("app"), ...listCode("db"), ...listCode("locales"), ...listCode("scripts")];
const imports = code.flatMap(importsOf);
const ours = imports.filter((each) => each.isOwn);

const within = (folder: string) => (each: SourceImport) => each.from.startsWith(`${folder}/`);
const arrows = (found: readonly SourceImport[]) => found.map((each) => `${each.from} → ${each.target}`);

/** The door of a domain folder: app/domain/tips/tips.server.ts. */
const DOOR = /^app\/domain\/([\w-]+)\/\1\.server\.ts$/;
const SCHEMA = /^app\/domain\/[\w-]+\/[\w-]+\.schema\.ts$/;
const MONEY = /^app\/domain\/money\//;
const PORT = "app/domain/payments/provider-port.ts";

const isDoor = (target: string) => DOOR.test(target) || SCHEMA.test(target) || MONEY.test(target);

/** Modules of the domain from the left to the right: each knows those before it. */
const ORDER =
  "money ledger accounts verification moderation rollups payments vouchers grouplists tips payouts".split(
    " ",
  );
const READERS = "leaderboard statistics microblog notices tracking retention reencryption".split(" ");
const LEAVES = "jobs audit media mail rates tokens concurrency".split(" ");
const moduleOf = (file: string) => /^app\/domain\/([\w-]+)\//.exec(file)?.[1] ?? "";

/** What a module's neighbours may enter by beside its door. */
const SIDE_DOORS = new Set([
  PORT,
  "app/domain/ledger/posting-rules.ts",
  "app/domain/ledger/dispute-posting-rules.ts",
  "app/domain/ledger/payout-posting-rules.ts",
  "app/domain/ledger/refund-posting-rules.ts",
  "app/domain/ledger/check.server.ts",
  "app/domain/media/media-store.ts",
]);

describe("routes and the API", () => {
  const fromRoutes = ours.filter((each) => within("app/routes")(each) || within("app/api")(each));

  it("enter the domain by its doors, its schemas and its money alone, and know the provider's port by its types", () => {
    const intoDomain = fromRoutes.filter((each) => each.target.startsWith("app/domain/"));
    const breaches = intoDomain.filter(
      (each) => !isDoor(each.target) && !(each.target === PORT && each.isTypeOnly),
    );
    expect(arrows(breaches)).toEqual([]);
  });

  it("know nothing of the database, of each other and of the process", () => {
    const allowed = /^app\/(http|ui|domain|context\.ts$)|\/\+types\//;
    const breaches = fromRoutes.filter((each) => {
      const isOwnParty =
        each.from.startsWith("app/routes/sandbox/") && each.target.startsWith("app/sandbox/");
      return !allowed.test(each.target) && !isOwnParty;
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("say no SQL", () => {
    const speakers = imports.filter((each) => /^app\/(routes|api|ui)\//.test(each.from));
    expect(arrows(speakers.filter((each) => /^(kysely|pg)\b/.test(each.target)))).toEqual([]);
  });
});

describe("what is shown", () => {
  it("knows money and names by value, and everything else of the domain by its types", () => {
    const fromUi = ours.filter(within("app/ui")).filter((each) => !each.target.startsWith("app/ui/"));
    const byValue = /^app\/domain\/(money\/|accounts\/names\.ts$)/;
    const byType =
      /^app\/domain\/([\w-]+\/[\w-]+\.schema\.ts|accounts\/profile\.server\.ts|payments\/provider-port\.ts)$/;
    const breaches = fromUi.filter((each) => {
      const isType = each.isTypeOnly && (byType.test(each.target) || DOOR.test(each.target));
      return !byValue.test(each.target) && !isType;
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("in mails knows money by value and the mails' parameters by their types", () => {
    const fromEmails = ours
      .filter(within("app/emails"))
      .filter((each) => !each.target.startsWith("app/emails/"));
    const breaches = fromEmails.filter(
      (each) =>
        !MONEY.test(each.target) && !(each.isTypeOnly && each.target === "app/domain/mail/mail.server.ts"),
    );
    expect(arrows(breaches)).toEqual([]);
  });

  it("takes no code from the server into the browser", () => {
    const shown = ours.filter(
      (each) => /^app\/(ui|emails|enhance)\//.test(each.from) && !each.from.includes(".server."),
    );
    expect(arrows(shown.filter((each) => each.target.includes(".server.") && !each.isTypeOnly))).toEqual([]);
  });
});

describe("the domain", () => {
  const fromDomain = ours.filter(within("app/domain"));

  it("has one order, and every module knows only those to its left and the leaves", () => {
    const place = (name: string) => (READERS.includes(name) ? ORDER.length : ORDER.indexOf(name));
    const breaches = fromDomain.filter((each) => {
      const [from, to] = [moduleOf(each.from), moduleOf(each.target)];
      if (to === "" || from === to) return false;
      if (LEAVES.includes(from)) return to !== "money" && !LEAVES.includes(to);
      return !LEAVES.includes(to) && place(to) >= place(from);
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("has no module that the order does not name", () => {
    const modules = new Set(code.map((file) => moduleOf(file.name)).filter(Boolean));
    expect([...modules].filter((name) => ![...ORDER, ...READERS, ...LEAVES].includes(name))).toEqual([]);
  });

  it("is entered by doors from inside, too", () => {
    const breaches = fromDomain.filter((each) => {
      const [from, to] = [moduleOf(each.from), moduleOf(each.target)];
      return to !== "" && from !== to && !isDoor(each.target) && !SIDE_DOORS.has(each.target);
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("knows nothing of pages, requests and the process; mails alone are rendered, by mail", () => {
    const outside = fromDomain.filter(
      (each) =>
        !each.target.startsWith("app/domain/") &&
        !/^db\/(schema|queues|hot-query|like-prefix|unique-violation)\.ts$/.test(each.target),
    );
    const renderer = "app/domain/mail/delivery.server.ts";
    expect(arrows(outside.filter((each) => each.from !== renderer))).toEqual([]);
    const rendering =
      /^(react|react-dom|react-router|i18next|react-i18next|@mantine|@conform-to|@remix-run)\b/;
    const packages = imports.filter((each) => within("app/domain")(each) && rendering.test(each.target));
    expect(arrows(packages.filter((each) => each.from !== renderer))).toEqual([]);
  });

  it("does not know what a request, a form or a cookie is", () => {
    const words =
      /\b(Request|Response|FormData|cookies?|Cookies?|RouterContextProvider|useTranslation|useTexts|TFunction)\b/;
    const files = code.filter((file) => file.name.startsWith("app/domain/"));
    expect(files.filter((file) => words.test(codeAlone(file.text))).map((file) => file.name)).toEqual([]);
  });

  it("is told the time and its ids, and never asks for them", () => {
    const own = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\bperformance\.now\(/;
    const files = code.filter((file) => file.name.startsWith("app/domain/"));
    expect(files.filter((file) => own.test(codeAlone(file.text))).map((file) => file.name)).toEqual([]);
  });

  it("alone writes the ledger, and only its ledger does", () => {
    const writes =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`]ledger_|(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+ledger_(?:account|transaction|transfer)/i;
    const writers = code.filter((file) => writes.test(withoutComments(file.text))).map((file) => file.name);
    expect(writers.filter((name) => !name.startsWith("app/domain/ledger/"))).toEqual([]);
    expect(writers).not.toEqual([]);
  });

  it("writes the operators' log by audit alone", () => {
    const writes = /(?:insertInto|updateTable|deleteFrom)\(\s*["'`]audit_log|insert\s+into\s+audit_log/i;
    const writers = code.filter((file) => writes.test(withoutComments(file.text))).map((file) => file.name);
    expect(writers.filter((name) => !name.startsWith("app/domain/audit/"))).toEqual([]);
  });
});

describe("the rest of the house", () => {
  it("has a database that knows nothing of the application, the demo world aside", () => {
    const breaches = ours.filter(within("db")).filter((each) => each.target.startsWith("app/"));
    expect(arrows(breaches.filter((each) => !each.from.startsWith("db/seeds/")))).toEqual([]);
  });

  it("has a sandbox that is an outside party: of us it knows the port's types and the tables' types", () => {
    const outside = ours
      .filter(within("app/sandbox"))
      .filter((each) => !each.target.startsWith("app/sandbox/"));
    const breaches = outside.filter(
      (each) => !each.isTypeOnly || ![PORT, "db/schema.ts"].includes(each.target),
    );
    expect(arrows(breaches)).toEqual([]);
  });

  it("has routes that nobody imports but the map of routes", () => {
    const breaches = ours.filter(
      (each) => each.target.startsWith("app/routes/") && !each.target.includes("/+types/"),
    );
    expect(arrows(breaches)).toEqual([]);
  });

  it("has texts that know nothing but each other", () => {
    expect(
      arrows(ours.filter(within("locales")).filter((each) => !each.target.startsWith("locales/"))),
    ).toEqual([]);
  });

  it("imports only files that are there", () => {
    const names = new Set(code.map((file) => file.name));
    const missing = ours.filter((each) => /\.tsx?$/.test(each.target) && !names.has(each.target));
    expect(arrows(missing)).toEqual([]);
  });
});
