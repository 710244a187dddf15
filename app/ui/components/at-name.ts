/** "@username", or the email without one. */
export function atName(usernameOrEmail: string): string {
  return usernameOrEmail.includes("@") ? usernameOrEmail : `@${usernameOrEmail}`;
}
