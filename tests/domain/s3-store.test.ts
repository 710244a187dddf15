import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MediaStoreError } from "../../app/domain/media/media-port.ts";
import { s3MediaStore } from "../../app/media/s3-store.server.ts";
import { type S3Server, startS3Server } from "../support/http/s3-server.ts";

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

const store = (change: Partial<S3Server["settings"]> = {}) => s3MediaStore({ ...server.settings, ...change });
const bytes = (text: string) => Buffer.from(text);

/** Why a call was refused. */
async function failure(call: Promise<unknown>): Promise<MediaStoreError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MediaStoreError)) throw new Error(`no refusal of the storage: ${error}`);
  return error;
}

describe("a bucket", () => {
  test("a bucket gives back what was put there, byte for byte, and nothing for what was not", async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    await store().put("abc/m.webp", all);
    expect(Buffer.from((await store().get("abc/m.webp")) ?? []).equals(all)).toBe(true);
    expect(await store().get("abc/s.webp")).toBeNull();
    expect(await store().get("abd/m.webp")).toBeNull();
  });

  test("a bucket keeps the later of two files under one key", async () => {
    await store().put("abc/twice.txt", bytes("first"));
    await store().put("abc/twice.txt", bytes("second, and longer"));
    expect(Buffer.from((await store().get("abc/twice.txt")) ?? []).toString()).toBe("second, and longer");
  });

  test("a bucket deletes a key that is there and a missing key alike", async () => {
    await store().put("abc/gone.webp", bytes("x"));
    await store().delete("abc/gone.webp");
    await store().delete("abc/gone.webp");
    expect(await store().get("abc/gone.webp")).toBeNull();
  });

  test("a bucket keeps an empty file, and one of 10 MB, as they are", async () => {
    await store().put("abc/empty.bin", new Uint8Array());
    expect((await store().get("abc/empty.bin"))?.byteLength).toBe(0);
    const large = Buffer.alloc(10 * 1024 * 1024, "tribute");
    await store().put("abc/large.bin", large);
    expect(large.equals((await store().get("abc/large.bin")) ?? new Uint8Array())).toBe(true);
  });

  test("a bucket is never left by a key that points elsewhere", async () => {
    const odd = ["../secret.webp", "/etc/passwd", "a/../../b.webp", "a\\b.webp", "A.webp", "a.webp\0", ""];
    for (const key of [
      ...odd,
      "a.webp?acl",
      "a b.webp",
      "a%2f.webp",
      "ä.webp",
      "a//b.webp",
      "a/.webp",
      "a.",
    ]) {
      await expect(store().get(key), key).rejects.toThrow(RangeError);
      await expect(store().put(key, bytes("x")), key).rejects.toThrow(RangeError);
      await expect(store().delete(key), key).rejects.toThrow(RangeError);
    }
  });

  test("a bucket may have a slash behind its endpoint", async () => {
    await store().put("abc/slash.txt", bytes("x"));
    expect(await store({ endpoint: `${server.settings.endpoint}/` }).get("abc/slash.txt")).not.toBeNull();
  });
});

describe("a storage that refuses", () => {
  test("a storage that refuses is reported as such, with its reason and without the secret", async () => {
    await store().put("abc/there.txt", bytes("x"));
    const wrong = store({ secretAccessKey: "opensesame" });
    const calls = [
      () => wrong.put("abc/no.txt", bytes("x")),
      () => wrong.get("abc/there.txt"),
      () => wrong.delete("abc/there.txt"),
    ];
    for (const call of calls) {
      const { message, isAway } = await failure(call());
      expect(message).toMatch(/^S3 (PUT|GET|DELETE) abc\/(no|there)\.txt: 403 SignatureDoesNotMatch$/);
      expect(isAway).toBe(false);
    }
    expect(await store().get("abc/no.txt")).toBeNull();
    expect(await store().get("abc/there.txt")).not.toBeNull();
    expect((await failure(store({ accessKeyId: "nobody" }).get("abc/there.txt"))).message).toMatch(
      /: 403 InvalidAccessKeyId$/,
    );
  });

  test("a storage that refuses for want of its bucket is no missing picture", async () => {
    const elsewhere = store({ bucket: "nowhere" });
    for (const call of [() => elsewhere.get("abc/m.webp"), () => elsewhere.put("abc/m.webp", bytes("x"))])
      expect((await failure(call())).message).toMatch(/: 404 NoSuchBucket$/);
  });
});

describe("a storage that is away", () => {
  test("a storage that is away is asked three times, reported as away, and used again once it is back", async () => {
    await store().put("abc/before.txt", bytes("x"));
    await server.leave();
    try {
      const away = await failure(store().get("abc/before.txt"));
      expect([away.message, away.isAway]).toEqual(["S3 GET abc/before.txt: no answer (ECONNREFUSED)", true]);
    } finally {
      await server.comeBack();
    }
    expect(await store().get("abc/before.txt")).not.toBeNull();
  });

  test("a storage that is away for a moment is retried, and the caller notices nothing", async () => {
    const answers = [503, 500, 200];
    const counted = await startAnswering(() => answers.shift() ?? 200);
    try {
      await store({ endpoint: counted.url }).put("abc/m.txt", bytes("x"));
      expect(counted.asked()).toBe(3);
    } finally {
      await counted.stop();
    }
  });

  test("a storage that keeps failing is given up after three tries", async () => {
    const counted = await startAnswering(() => 503);
    try {
      const { message, isAway } = await failure(store({ endpoint: counted.url }).delete("abc/m.txt"));
      expect([message, isAway, counted.asked()]).toEqual(["S3 DELETE abc/m.txt: 503 SlowDown", true, 3]);
    } finally {
      await counted.stop();
    }
  });

  test("a storage that never answers is waited for four seconds a try", async () => {
    const counted = await startAnswering(() => null);
    try {
      const { message } = await failure(store({ endpoint: counted.url }).get("abc/m.txt"));
      expect([message, counted.asked()]).toEqual(["S3 GET abc/m.txt: no answer in time", 3]);
    } finally {
      await counted.stop();
    }
  });
});

/** Something that listens and answers each connection with a status, or not at all. */
async function startAnswering(status: () => number | null): Promise<{
  url: string;
  asked(): number;
  stop(): Promise<void>;
}> {
  let asked = 0;
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      asked += 1;
      const answer = status();
      const text = "<Error><Code>SlowDown</Code></Error>";
      if (answer !== null)
        socket.end(
          `HTTP/1.1 ${answer} X\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
        );
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
