import type { ReactElement } from "react";

/** The error under a field. It is there also when empty, so that the script has a place to write to. */
export function FieldProblem({ id, errors }: { id: string; errors: string[] | undefined }): ReactElement {
  return (
    <span className="problem" id={`${id}-error`} data-problem="">
      {errors?.join(" ")}
    </span>
  );
}
