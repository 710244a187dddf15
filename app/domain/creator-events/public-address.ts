import { BlockList, isIPv4 } from "node:net";

/** IANA's special IPv4 ranges. */
const SPECIAL_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** The only IPv6 range for servers. */
const GLOBAL_6 = ["2000::", 3] as const;

/** Within it: protocols (Teredo), documentation, 6to4, which carries any IPv4, and AS112. */
const SPECIAL_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [net, bits] of SPECIAL_4) special.addSubnet(net, bits, "ipv4");
for (const [net, bits] of SPECIAL_6) special.addSubnet(net, bits, "ipv6");
const global = new BlockList();
global.addSubnet(...GLOBAL_6, "ipv6");

/** A server on the internet, never this machine or its networks. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !special.check(ip, "ipv4");
  // A zone belongs to an interface of this machine.
  if (ip.includes("%")) return false;
  return global.check(ip, "ipv6") && !special.check(ip, "ipv6");
}
