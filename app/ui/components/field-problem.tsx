export function FieldProblem({ id, errors }: { id: string; errors: string[] | undefined }) {
  return (
    <span className="problem" id={`${id}-error`} data-problem="">
      {errors?.join(" ")}
    </span>
  );
}
