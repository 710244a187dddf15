import { type ReactElement, type ReactNode, useContext } from "react";
import { FOCUSED, FormFaultsContext } from "./form-faults.ts";

/** One sentence that says why something was not done; it has the focus where it answers a form. */
export function FaultNote({ children }: { children: ReactNode }): ReactElement {
  const faults = useContext(FormFaultsContext);
  if (faults) faults.isSaid = true;
  return (
    <p className="summary" role="alert" {...(faults?.isRefused ? FOCUSED : {})}>
      {children}
    </p>
  );
}
