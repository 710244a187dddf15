/** Whether PostgreSQL refused a row because its key is taken: somebody else was a moment quicker. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
