export function CopyButton({
  text,
  label,
  copied,
  isPlain = false,
}: {
  text: string;
  label: string;
  copied: string;
  isPlain?: boolean;
}) {
  return (
    <button
      type="button"
      className={isPlain ? "plain-button" : "second-button"}
      data-copy={text}
      data-copied={copied}
      hidden
    >
      {label}
    </button>
  );
}
