import type { ReactElement } from "react";

/**
 * An address or a reference in a cell: where there is no room for it, it breaks after its @, and in need anywhere,
 * other than words do.
 */
export function LongText({ text }: { text: string | null }): ReactElement {
  const [name = "", domain] = (text ?? "–").split("@", 2);
  return (
    <span className="long">
      {domain === undefined || name === "" ? (
        (text ?? "–")
      ) : (
        <>
          {`${name}@`}
          <wbr />
          {domain}
        </>
      )}
    </span>
  );
}
