import { describe, expect, it } from "vitest";
import { readSocialHandle, socialUrl } from "../../app/domain/users/social-networks.ts";

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
    ["youtube", "https://www.youtube.com/@joerdis/videos", "joerdis"],
    ["youtube", "youtube.com/channel/UCabcdefghijklmnopqrst-_", "channel/UCabcdefghijklmnopqrst-_"],
    [
      "youtube",
      "https://www.youtube.com/channel/UCabcdefghijklmnopqrst-_/about?x=1",
      "channel/UCabcdefghijklmnopqrst-_",
    ],
    ["youtube", "https://m.youtube.com/c/joerdis", "c/joerdis"],
    ["youtube", "https://www.youtube.com/user/joerdis/featured", "user/joerdis"],
    ["youtube", "user/joerdis", "user/joerdis"],
    ["youtube", "https://youtube.com/joerdis", "joerdis"],
    ["finmessage", "https://finmessage.com/joerdis", "joerdis"],
    ["dommelink", "dommelink.com/joerdis", "joerdis"],
  ] as const)("a social handle is typed as a name or an address: %s %s", (network, typed, handle) => {
    expect(readSocialHandle(network, typed)).toBe(handle);
  });

  it.each([
    ["instagram", "https://evil.example/joerdis"],
    ["instagram", "https://instagram.com.evil.example/joerdis"],
    ["instagram", "https://www.instagram.com/p/abc"],
    ["youtube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"],
    ["youtube", "https://www.youtube.com/channel/"],
    ["youtube", "https://www.youtube.com/channel/UCshort"],
    ["youtube", "https://www.youtube.com/c/joerdis/x/y"],
    ["youtube", "https://www.youtube.com/c/..%2fwatch"],
    ["youtube", "https://evil.example/channel/UCabcdefghijklmnopqrst-_"],
    ["twitch", "user/joerdis"],
    ["twitter", "javascript:alert(1)//"],
    ["twitter", "https://x.com/"],
    ["twitch", "a b"],
    ["twitch", "<script>"],
    ["twitch", "%2e%2e"],
    ["twitch", "."],
    ["twitch", "a".repeat(101)],
  ] as const)("a social handle that is neither a name nor an address is refused: %s %s", (network, typed) => {
    expect(readSocialHandle(network, typed)).toBeNull();
  });
});

it.each([
  ["joerdis", "https://www.youtube.com/@joerdis"],
  ["channel/UCabcdefghijklmnopqrst-_", "https://www.youtube.com/channel/UCabcdefghijklmnopqrst-_"],
  ["c/joerdis", "https://www.youtube.com/c/joerdis"],
])("a kept social handle leads back to its channel, and may be typed again: %s", (handle, url) => {
  expect(socialUrl("youtube", handle)).toBe(url);
  expect([readSocialHandle("youtube", url), readSocialHandle("youtube", handle)]).toEqual([handle, handle]);
});
