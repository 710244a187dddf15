import { findPasswordFault } from "../../domain/auth/passwords.server.ts";
import { resetForm } from "../../domain/users/user.schema.ts";

/** Null where another error hides the schema's password check. */
export async function typedPassword(fields: FormData): Promise<{
  isEmpty: boolean;
  good: string | null;
  problems: Record<string, string>;
}> {
  const [password, password_confirmation] = ["password", "password_confirmation"].map(
    (name) => fields.get(name) ?? "",
  );
  const isEmpty = password === "" && password_confirmation === "";
  const parsed = resetForm.safeParse({ password, password_confirmation });
  const email = fields.get("email");
  const own = typeof email === "string" ? [email] : [];
  const fault = parsed.success ? await findPasswordFault(parsed.data.password, own) : null;
  if (fault) return { isEmpty, good: null, problems: { password: `errors.password.${fault}` } };
  if (parsed.success) return { isEmpty, good: parsed.data.password, problems: {} };
  const [issue] = parsed.error.issues.filter(({ path }) => path[0] === "password_confirmation");
  const isDifferent = parsed.error.issues.length === 1 && issue && password_confirmation !== "";
  return { isEmpty, good: null, problems: isDifferent ? { password_confirmation: issue.message } : {} };
}
