import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import type { CameBack, Receipt, ReceiptRefund } from "../../domain/tips/receipt.server.ts";
import { findAnyReceipt } from "../../domain/vouchers/voucher-drafts.server.ts";

interface NotedRefund {
  payment_id: string;
  receipt: Receipt;
  refund: ReceiptRefund | CameBack;
  note: NonNullable<ReceiptRefund["credit_note"]>;
}

export async function findNotedRefund(
  context: Readonly<RouterContextProvider>,
  { token, refund: id }: { token: string; refund: string },
): Promise<NotedRefund | null> {
  const { db, tokens, clock } = context.get(servicesContext);
  const payment_id = tokens.verify("receipt", token);
  const receipt = payment_id ? await findAnyReceipt(db, payment_id, clock()) : null;
  const refund = [...(receipt?.refunds ?? []), ...(receipt?.came_back ?? [])].find((each) => each.id === id);
  if (!payment_id || !receipt || !refund?.credit_note) return null;
  return { payment_id, receipt, refund, note: refund.credit_note };
}
