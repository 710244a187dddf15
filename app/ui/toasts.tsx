import { notifications } from "@mantine/notifications";
import type { ReactElement } from "react";
import { useErrorText } from "./components/form-errors.tsx";
import { TOAST_EVENT } from "./shells/app-provider.tsx";

/** Shows an error over the page for a moment, by the key of its text. */
export function toastError(key: string): void {
  notifications.show({ message: <ErrorText text={key} />, withCloseButton: false });
  window.dispatchEvent(new Event(TOAST_EVENT));
}

/** How long a toast says that something was done (docs/product.md, 9.7). */
const DONE_MS = 2000;

/** Says over the page for a moment that something was done, such as copying. */
export function toastDone(text: string): void {
  notifications.show({ message: text, role: "status", withCloseButton: false, autoClose: DONE_MS });
  window.dispatchEvent(new Event(TOAST_EVENT));
}

function ErrorText({ text }: { text: string }): ReactElement {
  return <>{useErrorText()([text])}</>;
}
