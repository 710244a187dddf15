/** A creator as lists name one: the username after an @, or the address of who has none. */
export function atName(usernameOrEmail: string): string {
  return usernameOrEmail.includes("@") ? usernameOrEmail : `@${usernameOrEmail}`;
}
