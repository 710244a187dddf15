import type { SubmissionResult } from "@conform-to/react";
import { createContext, useContext } from "react";
import { data, isRouteErrorResponse, useActionData } from "react-router";
import { codeAskedBy } from "./shells/asked-code.ts";

export type ActReply = SubmissionResult<string[]> & { act: string };

interface ActionCall {
  serverAction<Reply>(): Promise<Reply>;
}

const NOT_SENT_TEXT = "common:form.notSent";

const NOT_DONE_TEXT = "common:form.notDone";

/** The form did not reach the server; input stays. */
const NOT_SENT: SubmissionResult<string[]> = {
  status: "error",
  error: { "": [NOT_SENT_TEXT] },
};

export function isNotSent(reply: unknown): boolean {
  return typeof reply === "object" && reply !== null && "error" in reply && reply.error === NOT_SENT.error;
}

/** The act may be done: the next poll revalidates the page. */
export const ANSWER_LOST = "tribute:answer-lost";

/** An error status keeps React Router from revalidating, which would fail too. */
const FAILED = { status: 503 };

/** For `clientAction`: a lost connection keeps the form with an error, and never resends. */
export async function sendForm({ serverAction }: ActionCall) {
  return await orNotSent(serverAction<SubmissionResult<string[]> | null>(), (reply) => reply);
}

export async function orNotSent<Answer>(
  sending: Promise<Answer>,
  answer: (reply: SubmissionResult<string[]>) => Answer,
) {
  try {
    return await sending;
  } catch (error) {
    if (isLostConnection(error)) {
      dispatchEvent(new Event(ANSWER_LOST));
      return data(answer(NOT_SENT), FAILED);
    }
    throw error;
  }
}

export async function sendAct({ request, serverAction }: ActionCall & { request: Request }) {
  const act = String((await request.clone().formData()).get("intent"));
  return await orNotSent(serverAction<ActReply | null>(), (reply) => ({ ...reply, act }));
}

/** For one-click actions: any failure keeps the page and shows a toast. */
export async function sendClick<Reply>({ serverAction }: { serverAction(): Promise<Reply> }) {
  try {
    return await serverAction();
  } catch (error) {
    // Redirects and code pages pass through.
    if (error instanceof Response || (isRouteErrorResponse(error) && codeAskedBy(error.data))) throw error;
    const { toastError } = await import("./toasts.tsx");
    if (isLostConnection(error)) dispatchEvent(new Event(ANSWER_LOST));
    toastError(isLostConnection(error) ? NOT_SENT_TEXT : NOT_DONE_TEXT);
    return data(null, FAILED);
  }
}

/** Browsers word it differently. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

export const RenderedActs = createContext<Set<string> | null>(null);

/** Null unless this form was refused. */
export function useActReply(intent: string): SubmissionResult<string[]> | null {
  useContext(RenderedActs)?.add(intent);
  const reply = useActionData<ActReply>();
  return reply?.act === intent ? reply : null;
}
