import type { Services } from "../../../context.ts";
import type { PostingPlace } from "../../../domain/ledger/ledger-reports.server.ts";
import { nextPage } from "../lists.server.ts";

type SignedLink = Parameters<Services["tokens"]["signLink"]>[0];

const HOUR_MS = 3_600_000;

/**
 * "{transaction}-{position}" with the balance there, signed so that the figure can be trusted. Invalid values
 * are ignored.
 */
export function askedPlace(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  query: URLSearchParams,
  link: Omit<SignedLink, "file">,
): PostingPlace | null {
  const [, transaction, seq] = /^(\d{1,15})-(\d{1,4})$/.exec(query.get("after") ?? "") ?? [];
  if (transaction === undefined) return null;
  const [, balance, signature = ""] = /^(-?\d{1,15})~(.*)$/.exec(query.get("balance") ?? "") ?? [];
  const file = `${transaction}-${seq} ${balance}`;
  const isOurs = balance !== undefined && tokens.isSigned({ ...link, file }, signature, clock());
  return {
    ...{ transaction_id: Number(transaction), seq: Number(seq) },
    balance_minor: isOurs ? Number(balance) : null,
  };
}

export function nextAddress(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  next: PostingPlace | null,
  link: Omit<SignedLink, "file">,
): string | null {
  if (next === null) return null;
  const place = `${next.transaction_id}-${next.seq}`;
  const { balance_minor: balance } = next;
  const until = new Date(clock().getTime() + HOUR_MS);
  const signed =
    balance === null
      ? null
      : `${balance}~${tokens.signLink({ ...link, file: `${place} ${balance}` }, until)}`;
  return nextPage(link.path, place, { balance: signed });
}
