import type { ExceptionName } from "../../../domain/desk/desk.server.ts";
import { bookings } from "./bookings.server.ts";
import { byHand } from "./by-hand.server.ts";
import type { ExceptionKind } from "./exception-kind.server.ts";
import { failedRefunds } from "./failed-refunds.server.ts";
import { gaps } from "./gaps.server.ts";
import { rates } from "./rates.server.ts";
import { settlements } from "./settlements.server.ts";
import { suspense } from "./suspense.server.ts";
import { unhandled } from "./unhandled.server.ts";

/** In the order of the queues' page. */
export const EXCEPTION_KINDS: Readonly<Record<ExceptionName, ExceptionKind>> = {
  suspense,
  "by-hand": byHand,
  "failed-refunds": failedRefunds,
  unhandled,
  bookings,
  gaps,
  settlements,
  rates,
};
