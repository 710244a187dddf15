import { useMounted } from "@mantine/hooks";

export function CopyTextButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const isMounted = useMounted();
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
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
