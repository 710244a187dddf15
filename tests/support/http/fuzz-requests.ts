import type { Random } from "../../../db/seeds/demo-random.ts";
import { METHODS, ODD_HEADERS, ODD_NAMES, ODD_VALUES, TYPES } from "./fuzz-words.ts";

/** A form or call as it is meant to be sent. */
export interface ValidPost {
  method: string;
  path: string;
  kind: "pairs" | "parts" | "json";
  fields: readonly (readonly [name: string, value: string])[];
  /** The field of the form that takes a file. */
  file?: string | undefined;
}

/** A request that may be anything. */
export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** An upload may take longer: a picture is decoded. */
  isUpload: boolean;
}

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A valid post on its way to something else. */
interface Draft {
  method: string;
  path: string;
  kind: ValidPost["kind"];
  fields: (readonly [string, string])[];
  file: Buffer | null;
  headers: Record<string, string>;
  type: string | null;
  spoil(body: Buffer): Buffer;
}

/** One request made of a valid one: sent as it is meant, but for one to five changes that nobody of ours would make. */
export function fuzzedRequest(random: Random, valid: ValidPost): FuzzedRequest {
  const { method, path, kind, fields } = valid;
  const file = valid.file === undefined ? null : PICTURE;
  const spoil = (body: Buffer) => body;
  const draft: Draft = { method, path, kind, fields: [...fields], file, headers: {}, type: null, spoil };
  const count = random.below(5) + 1;
  for (let change = 0; change < count; change += 1) random.weighted(CHANGES)(draft, random);
  return finished(draft, valid.file ?? "file", random);
}

type Change = (draft: Draft, random: Random) => void;

const CHANGES: readonly (readonly [Change, number])[] = [
  [(draft, random) => draft.fields.push([one(random, ODD_NAMES), one(random, ODD_VALUES)]), 6],
  [changedFields(3, (random, name) => [name, one(random, ODD_VALUES)]), 8],
  [changedFields(4, (random, _, value) => [one(random, ODD_NAMES), value]), 4],
  [changedFields(4, (_, name, value) => [`${name}[0]`, value]), 3],
  [
    (draft, random) => {
      draft.fields = draft.fields.filter(() => random.below(2) === 0);
    },
    3,
  ],
  [(draft) => draft.fields.push(...draft.fields), 2],
  [
    (draft, random) =>
      draft.fields.push(...Array.from({ length: random.below(3000) }, () => ["x", ""] as const)),
    1,
  ],
  [
    (draft, random) => {
      draft.kind = one(random, ["pairs", "parts", "json"]);
    },
    3,
  ],
  [
    (draft, random) => {
      draft.type = one(random, TYPES);
    },
    2,
  ],
  [
    (draft, random) => {
      draft.method = one(random, METHODS);
    },
    2,
  ],
  [
    ({ headers }, random) => {
      const [name, value] = one(random, ODD_HEADERS);
      headers[name] = value;
    },
    4,
  ],
  [
    (draft, random) => {
      draft.path = oddPath(random, draft.path);
    },
    2,
  ],
  [
    (draft, random) => {
      draft.spoil = (body) => body.subarray(0, random.below(body.byteLength + 1));
    },
    2,
  ],
  [
    (draft, random) => {
      draft.spoil = (body) => flipped(random, body);
    },
    2,
  ],
  [
    (draft, random) => {
      draft.file = Buffer.from(one(random, ODD_VALUES));
    },
    1,
  ],
];

function one<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new RangeError("nothing to choose from");
  return value;
}

/** Changes one field in so many. */
function changedFields(
  share: number,
  change: (random: Random, name: string, value: string) => readonly [string, string],
): Change {
  return (draft, random) => {
    draft.fields = draft.fields.map(([name, value]) =>
      random.below(share) === 0 ? change(random, name, value) : [name, value],
    );
  };
}

function finished(draft: Draft, fileField: string, random: Random): FuzzedRequest {
  const { method, path, kind, fields, file, headers, type, spoil } = draft;
  const encoded = encode(kind, fields, file && { field: fileField, bytes: file }, random);
  const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
  const contentType = type ?? encoded.type;
  const query =
    hasBody || random.below(2) ? "" : `?${new URLSearchParams(fields.slice(0, 50).map(wellFormed))}`;
  return {
    method,
    path: path.includes("?") ? path : path + query,
    headers: hasBody && contentType !== "" ? { ...headers, "Content-Type": contentType } : headers,
    body: hasBody ? spoil(encoded.body) : null,
    isUpload: file !== null,
  };
}

const wellFormed = ([name, value]: readonly [string, string]): [string, string] => [
  name.toWellFormed().slice(0, 50),
  value.toWellFormed().slice(0, 50),
];

function oddPath(random: Random, path: string): string {
  const odd = [
    "%00",
    "%ff",
    "..%2f",
    "%2e%2e",
    "%",
    "a".repeat(300),
    "constructor",
    "__proto__",
    "0",
    "-1",
    "*",
    "ä",
  ];
  const segments = path.split("/");
  segments[1 + random.below(Math.max(1, segments.length - 1))] = encodeURI(
    odd[random.below(odd.length)] ?? "",
  ).replace(/%25/g, "%");
  return segments.join("/");
}

function flipped(random: Random, body: Buffer): Buffer {
  const copy = Buffer.from(body);
  for (let flip = 0; flip < 4 && copy.byteLength > 0; flip += 1)
    copy[random.below(copy.byteLength)] = random.below(256);
  return copy;
}

function encode(
  kind: ValidPost["kind"],
  fields: readonly (readonly [string, string])[],
  file: { field: string; bytes: Buffer } | null,
  random: Random,
): { type: string; body: Buffer } {
  if (kind === "json") {
    const values = fields.map(([name, value]) => [name, jsonValue(random, value)]);
    return { type: "application/json", body: Buffer.from(JSON.stringify(Object.fromEntries(values))) };
  }
  if (kind === "pairs" && file === null) {
    const pairs = fields.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
    return { type: "application/x-www-form-urlencoded", body: Buffer.from(pairs.join("&")) };
  }
  const parts = fields.map(
    ([name, value]) => `--fuzz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const last = file
    ? [
        Buffer.from(
          `--fuzz\r\nContent-Disposition: form-data; name="${file.field}"; filename="a.png"\r\n\r\n`,
        ),
        file.bytes,
        Buffer.from("\r\n"),
      ]
    : [];
  return {
    type: "multipart/form-data; boundary=fuzz",
    body: Buffer.concat([Buffer.from(parts.join("")), ...last, Buffer.from("--fuzz--\r\n")]),
  };
}

function jsonValue(random: Random, value: string): unknown {
  const odd: unknown[] = [
    {},
    [],
    null,
    5,
    -1,
    1e300,
    true,
    [value],
    { [value]: value },
    { toString: 1 },
    [[[[]]]],
  ];
  return random.below(4) ? value : odd[random.below(odd.length)];
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%20/g, "+");
}
