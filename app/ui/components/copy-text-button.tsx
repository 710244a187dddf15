import { useMounted } from "@mantine/hooks";

/** For hydrated pages. Hidden without script or clipboard access. */
export function CopyTextButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const isMounted = useMounted();
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    // When refused, the text above can be selected.
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
