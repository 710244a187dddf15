declare module "the-big-username-blacklist" {
  const blacklist: {
    /** False for reserved words. */
    validate(username: string): boolean;
  };
  export default blacklist;
}
