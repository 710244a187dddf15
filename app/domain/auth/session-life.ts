import { productRules } from "../../product-rules.ts";

/** How long a session may go on; a row of `sessions` has it. */
interface SessionLife {
  /** So long it stays open without a request. */
  idle_seconds: number;
  /** The end that no request moves; null for creators, who have none. */
  ends_at: Date | null;
}

const DAY_SECONDS = 86_400;

/** The life of a new session (docs/product.md, 6.3 and 6.12). A demo's operators try the product for a day. */
export function lifeOf(role: "CREATOR" | "ADMIN", isDemo: boolean, now: Date): SessionLife {
  if (role === "CREATOR") return { idle_seconds: productRules.session_days * DAY_SECONDS, ends_at: null };
  const { idle_minutes, hours, demo_hours } = productRules.operator_session;
  const seconds = (isDemo ? demo_hours : hours) * 3600;
  return {
    idle_seconds: isDemo ? seconds : idle_minutes * 60,
    ends_at: new Date(now.getTime() + seconds * 1000),
  };
}

/** When a session ends that is used now. */
export function endAfterUse({ idle_seconds, ends_at }: SessionLife, now: Date): Date {
  const idle = now.getTime() + idle_seconds * 1000;
  return new Date(ends_at === null ? idle : Math.min(idle, ends_at.getTime()));
}

/** Whether a long session has used up half of its time: then its cookie is sent again, too. */
export function isHalfOver(session: SessionLife & { expires_at: Date }, now: Date): boolean {
  if (session.ends_at !== null) return false;
  return session.expires_at.getTime() - now.getTime() < (session.idle_seconds * 1000) / 2;
}

/** Whether a request of the person moves the end: an operator's every one, a creator's when half of the time is over. */
export function isRenewalDue(session: SessionLife & { expires_at: Date }, now: Date): boolean {
  if (session.ends_at === null) return isHalfOver(session, now);
  return endAfterUse(session, now) > session.expires_at;
}
