/** An address as others may see it: `maria@example.com` becomes `m…@example.com`. Its owner knows it again. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "…";
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
}
