import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressOnce } from "../../app/server/compression.server.ts";

test("a lasting document is compressed once for each coding and ETag", () => {
  const text = Buffer.from("tip ".repeat(1000));
  const first = compressOnce("br", text, '"one"');
  expect(brotliDecompressSync(first).equals(text)).toBe(true);
  expect(compressOnce("br", Buffer.from("ignored"), '"one"')).toBe(first);
  expect(compressOnce("gzip", text, '"one"')).not.toBe(first);
  expect(compressOnce("br", text, '"two"')).not.toBe(first);
});
