import { useMounted } from "@mantine/hooks";
import type { ReactElement } from "react";

/**
 * Copies a text and says so for a moment, on a hydrated page. Without script, or where the browser forbids it, it is not
 * there: nothing can be copied then.
 */
export function CopyTextButton({
  text,
  label,
  copied,
}: {
  text: string;
  label: string;
  /** What is said once that is done. */
  copied: string;
}): ReactElement {
  const isMounted = useMounted();
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    // Where it is refused, the text is above the button.
    if (!isCopied) return;
    const { toastDone } = await import("../toasts.tsx");
    toastDone(copied);
  };
  return (
    <button
      type="button"
      className="second-button"
      hidden={!isMounted || !navigator.clipboard}
      onClick={() => void copy()}
    >
      {label}
    </button>
  );
}
