import { BlockList, isIP } from "node:net";

/** Trusts only configured proxies (docs/product.md, 6.4). */
export type AddressReader = (peer: string | undefined, forwardedFor: string | undefined) => string;

/** `trusted`: addresses and networks ("10.0.0.0/8"). Throws RangeError. */
export function createProxyCheck(trusted: readonly string[]): (address: string | undefined) => boolean {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (!isIP(address)) throw new RangeError(`TRUSTED_PROXIES: ${entry} is not an address or network`);
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (peer) => {
    const address = plain(peer ?? "");
    return isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  };
}

export function createAddressReader(trusted: readonly string[]): AddressReader {
  const isTrusted = createProxyCheck(trusted);
  return (peer, forwardedFor) => {
    let address = plain(peer ?? "");
    const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
    // The first untrusted hop is the caller; what precedes it may be forged.
    while (isTrusted(address)) {
      const next = hops.pop();
      if (next === undefined || !isIP(next)) break;
      address = next;
    }
    return address;
  };
}

/** Some proxies add a port. */
function plain(address: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return unwrapped(bracketed ?? withPort ?? address);
}

function unwrapped(address: string): string {
  if (!/ffff/i.test(address) || isIP(address) !== 6 || address.includes("%")) return address;
  const [, high, low] =
    /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}
