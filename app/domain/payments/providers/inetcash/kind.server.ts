import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { providerKind } from "../provider-kind.ts";
import { inetcashProvider } from "./inetcash.server.ts";

const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  "an address or a network is meant, such as 198.51.100.7 or 198.51.100.0/24",
);

/** INET-CASH (docs/operations.md, INET-CASH). Nothing that it says is signed, so a live product says from where it calls. */
export const inetcashKind = providerKind({
  name: "inetcash",
  company: "INET-CASH (DE)",
  settings: {
    INETCASH_SITE_ID: z
      .string({ error: "the inetcash provider needs it" })
      .regex(/^\w{1,20}$/, "INET-CASH gives a shop's id of up to 20 letters and digits")
      .meta({
        description:
          "The shop's id; live mode needs it with INET-CASH, see [INET-CASH](operations.md#inet-cash).",
      }),
    INETCASH_SECRET: z
      .string({ error: "the inetcash provider needs it" })
      .regex(/^[\w-]{32,100}$/, 'it stands in an address: make one with "openssl rand -hex 32"')
      .meta({
        description:
          "The secret part of the Shop Script URL, 32 characters or more; live mode needs it with INET-CASH.",
      }),
    INETCASH_ADDRESSES: z
      .string()
      .transform((text) => text.split(",").map((each) => each.trim()))
      .pipe(z.array(address))
      .optional()
      .meta({
        fallback: "from everywhere",
        description:
          "Addresses and networks that INET-CASH calls from, separated by commas; live mode needs them.",
      }),
    INETCASH_OB_CODE: z
      .string()
      .regex(/^[a-z]{2}$/, "two letters")
      .default("ob")
      .meta({
        description:
          "INET-CASH's two letters for a bank transfer that the fan makes by hand (`db` is the instant one). No public source names them: ask.",
      }),
    INETCASH_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "INET-CASH's own",
        description: "For tests: where a fake of the gateway is. Refused in live mode.",
      }),
  },

  liveProblem(settings) {
    if (!settings.INETCASH_ADDRESSES)
      return "INETCASH_ADDRESSES: INET-CASH signs nothing; live mode needs the addresses that it calls from";
    if (settings.INETCASH_URL !== undefined)
      return "INETCASH_URL is for tests; live mode needs INET-CASH itself";
    return null;
  },

  open: (settings, { appSecret }) =>
    inetcashProvider({
      siteId: settings.INETCASH_SITE_ID,
      secret: settings.INETCASH_SECRET,
      addresses: settings.INETCASH_ADDRESSES ? blockList(settings.INETCASH_ADDRESSES) : null,
      bankTransferCode: settings.INETCASH_OB_CODE,
      url: settings.INETCASH_URL ?? null,
      appSecret,
    }),
});

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [host = "", bits] = entry.split("/");
    const family = isIP(host) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(host, family);
    else list.addSubnet(host, Number(bits), family);
  }
  return list;
}
