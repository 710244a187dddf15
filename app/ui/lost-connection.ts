import type { SubmissionResult } from "@conform-to/react";
import { data, isRouteErrorResponse } from "react-router";
import { codeAskedBy } from "./shells/asked-code.ts";

/** The reply of a page with several forms: `act` is the intent of the one that was refused. */
export type ActReply = SubmissionResult<string[]> & { act: string };

/** What a `clientAction` is given of its page's action. */
interface ActionCall {
  serverAction<Reply>(): Promise<Reply>;
}

const NOT_SENT_TEXT = "common:form.notSent";

/** Where the server does not do a one-click act. */
const NOT_DONE_TEXT = "common:form.notDone";

/** A form that did not reach the server: what was typed stays where it is, and the form says so. */
const NOT_SENT: SubmissionResult<string[]> = {
  status: "error",
  error: { "": [NOT_SENT_TEXT] },
};

/** True for the reply of a form that did not reach the server. */
export function isNotSent(reply: unknown): boolean {
  return typeof reply === "object" && reply !== null && "error" in reply && reply.error === NOT_SENT.error;
}

/** Sent to the window: the act may be done, so that the page is loaded anew with the next poll. */
export const ANSWER_LOST = "tribute:answer-lost";

/** As an answer that failed: React Router then loads nothing anew, which would fail, too. */
const FAILED = { status: 503 };

/**
 * The `clientAction` of a page with a form: on a line that breaks the form is there as before, with a line above it, and
 * nothing is sent a second time unasked.
 */
export async function sendForm({ serverAction }: ActionCall) {
  return await orNotSent(serverAction<SubmissionResult<string[]> | null>(), (reply) => reply);
}

/** The same for a page whose action answers with more than the form's reply. */
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

/** The same for a page with several forms, whose replies say which of them they are about. */
export async function sendAct({ request, serverAction }: ActionCall & { request: Request }) {
  const act = String((await request.clone().formData()).get("intent"));
  return await orNotSent(serverAction<ActReply | null>(), (reply) => ({ ...reply, act }));
}

/**
 * The same of a one-click act, also where the server says no: the page stays as it is, or comes back to it, and a toast says
 * that nothing was done.
 */
export async function sendClick<Reply>({ serverAction }: { serverAction(): Promise<Reply> }) {
  try {
    return await serverAction();
  } catch (error) {
    // A redirect leads where the act leads; a fresh code has a page of its own.
    if (error instanceof Response || (isRouteErrorResponse(error) && codeAskedBy(error.data))) throw error;
    const { toastError } = await import("./toasts.tsx");
    if (isLostConnection(error)) dispatchEvent(new Event(ANSWER_LOST));
    toastError(isLostConnection(error) ? NOT_SENT_TEXT : NOT_DONE_TEXT);
    return data(null, FAILED);
  }
}

/** True for what a browser throws where no answer came; each has words of its own for it. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
