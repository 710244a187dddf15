import { notifications } from "@mantine/notifications";
import type { ReactElement } from "react";
import { useErrorText } from "./components/form-errors.tsx";
import { TOAST_EVENT } from "./shells/app-provider.tsx";

/** Shows an error over the page for a moment, by the key of its text. */
export function toastError(key: string): void {
  notifications.show({ message: <ErrorText text={key} />, withCloseButton: false });
  window.dispatchEvent(new Event(TOAST_EVENT));
}

function ErrorText({ text }: { text: string }): ReactElement {
  return <>{useErrorText()([text])}</>;
}
