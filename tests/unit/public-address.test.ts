import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../app/domain/creator-events/public-address.ts";
import { readReceiverAddress } from "../../app/domain/creator-events/webhook.schema.ts";

/** What a webhook may call: servers on the internet, by their addresses, however they are written. */
const REFUSED = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1"],
  ...["127.255.255.255", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8"],
  ...["192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.168.255.255"],
  ...["192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1"],
  ...["239.255.255.250", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"],
  ...["::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1"],
  ...["2001::1", "2001:0:7f00:1::", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1"],
  ...["2002:a00:1::", "2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1"],
  ...["fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "febf::1", "fec0::1", "ff02::1", "ff0e::1"],
  ...["not an address", ""],
];
const TAKEN = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1"],
  ...["172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1"],
  ...[
    "223.255.255.255",
    "2606:4700::6810:84e5",
    "2a00:1450:4001::200e",
    "2001:200::1",
    "2001:4860:4860::8888",
  ],
];

describe("an IP address", () => {
  it.each(REFUSED)("%s is not called", (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it.each(TAKEN)("%s is a server on the internet", (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });
});

describe("the address of a receiver", () => {
  it.each([
    ...[
      "https://hooks.example.org/a?b=c",
      "https://hooks.example.org:8443/",
      "https://hooks.example.org:443",
    ],
    ...["https://[2606:4700::1]:3000/", "https://bücher.example/"],
  ])("%s is taken", (address) => {
    expect(readReceiverAddress(address, false)).not.toBeNull();
  });

  it.each([
    ...["", "hooks.example.org", "//hooks.example.org", "ftp://hooks.example.org", "javascript:alert(1)"],
    ...[
      "https://user@hooks.example.org",
      "https://user:secret@hooks.example.org",
      "https://:x@hooks.example.org",
    ],
    ...["https://hooks.example.org:22", "https://hooks.example.org:25", "https://hooks.example.org:1023"],
    ...["file:///etc/passwd", "data:text/plain,x", `https://hooks.example.org/${"a".repeat(2000)}`],
  ])("%s is refused", (address) => {
    expect(readReceiverAddress(address, true)).toBeNull();
  });

  it("http is for demos alone", () => {
    expect(readReceiverAddress("http://hooks.example.org/", false)).toBeNull();
    expect(readReceiverAddress("http://hooks.example.org/", true)?.protocol).toBe("http:");
  });
});
