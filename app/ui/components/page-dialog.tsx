import { lazy, type ReactElement, Suspense, useState } from "react";
import type { DialogProps } from "./dialog-frame.tsx";

const DialogFrame = lazy(() => import("./dialog-frame.tsx"));

/**
 * A dialog over a hydrated page, on a phone over all of it. Its title is a `ModalTitle` among the children. What it is made of
 * comes with the first one.
 */
export function PageDialog(props: DialogProps): ReactElement | null {
  const [isWanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setWanted(true);
  return isWanted ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null;
}
