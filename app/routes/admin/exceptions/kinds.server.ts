import type { ExceptionName } from "../../../domain/desk/desk.server.ts";
import { bookings, gaps, settlements } from "./bank-exceptions.server.ts";
import type { ExceptionKind } from "./exception-kind.server.ts";
import { byHand, failedRefunds, suspense, unhandled } from "./payment-exceptions.server.ts";
import { rates } from "./rates.server.ts";
import { refundRequests } from "./refund-requests.server.ts";
import { shares } from "./shares.server.ts";

export const EXCEPTION_KINDS: Readonly<Record<ExceptionName, ExceptionKind>> = {
  suspense,
  "by-hand": byHand,
  "failed-refunds": failedRefunds,
  "refund-requests": refundRequests,
  shares,
  unhandled,
  bookings,
  gaps,
  settlements,
  rates,
};
