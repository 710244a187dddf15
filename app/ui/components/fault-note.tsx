import { type ReactElement, type ReactNode, useContext } from "react";
import { useActionData } from "react-router";
import { useIsApp } from "../shells/hydration.ts";
import { FOCUSED, FormFaultsContext } from "./form-faults.ts";

/** One sentence that says why something was not done; it has the focus where it answers a form. */
export function FaultNote({ children }: { children: ReactNode }): ReactElement {
  const faults = useContext(FormFaultsContext);
  const isApp = useIsApp();
  const reply = useActionData<unknown>();
  if (faults) faults.isSaid = true;
  const isAnswer = isApp ? reply !== undefined : faults?.isRefused;
  return (
    <p className="summary" role="alert" {...(isAnswer ? FOCUSED : {})}>
      {children}
    </p>
  );
}
