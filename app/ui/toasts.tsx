import { notifications } from "@mantine/notifications";
import { useErrorText } from "./components/form-errors.tsx";
import { TOAST_EVENT } from "./shells/app-provider.tsx";

export function toastError(key: string): void {
  notifications.show({ message: <ErrorText text={key} />, withCloseButton: false });
  window.dispatchEvent(new Event(TOAST_EVENT));
}

const DONE_MS = 2000;

export function toastDone(text: string): void {
  notifications.show({ message: text, role: "status", withCloseButton: false, autoClose: DONE_MS });
  window.dispatchEvent(new Event(TOAST_EVENT));
}

function ErrorText({ text }: { text: string }) {
  return <>{useErrorText()([text])}</>;
}
