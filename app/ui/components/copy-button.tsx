import type { ReactElement } from "react";

/** Copies a text for two seconds' thanks; the script shows it, since nothing can be copied without. */
export function CopyButton({
  text,
  label,
  copied,
  isPlain = false,
}: {
  text: string;
  label: string;
  /** What stands on it once that is done. */
  copied: string;
  /** A link beside others instead of a button. */
  isPlain?: boolean;
}): ReactElement {
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
