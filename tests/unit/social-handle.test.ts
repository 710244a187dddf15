import { describe, expect, it } from "vitest";
import { readSocialHandle } from "../../app/domain/accounts/social-handle.ts";

describe("what is typed for a network", () => {
  it.each([
    ["instagram", "joerdis", "joerdis"],
    ["instagram", " @joerdis.kessler ", "joerdis.kessler"],
    ["instagram", "https://www.instagram.com/joerdis/", "joerdis"],
    ["instagram", "instagram.com/joerdis", "joerdis"],
    ["twitter", "https://twitter.com/joerdis", "joerdis"],
    ["twitter", "https://x.com/joerdis?s=20", "joerdis"],
    ["tiktok", "https://www.tiktok.com/@joerdis", "joerdis"],
    ["youtube", "https://m.youtube.com/@joerdis", "joerdis"],
    ["finmessage", "https://finmessage.com/joerdis", "joerdis"],
    ["dommelink", "dommelink.com/joerdis", "joerdis"],
  ] as const)("is a name or an address: %s %s", (network, typed, handle) => {
    expect(readSocialHandle(network, typed)).toBe(handle);
  });

  it.each([
    ["instagram", "https://evil.example/joerdis"],
    ["instagram", "https://instagram.com.evil.example/joerdis"],
    ["instagram", "https://www.instagram.com/p/abc"],
    ["twitter", "javascript:alert(1)//"],
    ["twitter", "https://x.com/"],
    ["twitch", "a b"],
    ["twitch", "<script>"],
    ["twitch", "%2e%2e"],
    ["twitch", "."],
    ["twitch", "a".repeat(101)],
  ] as const)("is refused otherwise: %s %s", (network, typed) => {
    expect(readSocialHandle(network, typed)).toBeNull();
  });
});
