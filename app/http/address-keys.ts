import { isIPv6 } from "node:net";

/** One household has one key: IPv6 counts by its /64. */
export function addressKey(address: string): string {
  return isIPv6(address) ? firstGroups(address, 4) : address;
}

/** IPv4 by its /24, IPv6 by its /48. */
export function networkKey(address: string): string {
  return isIPv6(address) ? `${firstGroups(address, 3)}/48` : `${address.split(".").slice(0, 3).join(".")}/24`;
}

function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
