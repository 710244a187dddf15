import { z } from "zod";

export interface Place {
  account: string | null;
  id: string;
}

export const accountName = z.string().regex(/^acct_\w{1,50}$/);

/** Null for no name of Stripe's. */
export function readPlace(reference: string, prefix: "cs" | "pi" | "pm"): Place | null {
  const [id = "", account = null, ...more] = reference.split("/").reverse();
  const isOne = more.length === 0 && id.startsWith(`${prefix}_`) && /^\w{1,90}$/.test(id);
  return isOne && (account === null || accountName.safeParse(account).success) ? { account, id } : null;
}

/** At most 100 characters: an account's name has 21, a page's 66. */
export function referenceTo({ account, id }: Place): string {
  return account === null ? id : `${account}/${id}`;
}

export function within({ account }: Pick<Place, "account">): { stripeAccount?: string } {
  return account === null ? {} : { stripeAccount: account };
}
