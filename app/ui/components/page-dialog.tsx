import { lazy, Suspense, useState } from "react";
import type { DialogProps } from "./dialog-frame.tsx";

const DialogFrame = lazy(() => import("./dialog-frame.tsx"));

/** The title is a `ModalTitle` child. Loads with the first dialog. */
export function PageDialog(props: DialogProps) {
  const [isWanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setWanted(true);
  return isWanted ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null;
}
