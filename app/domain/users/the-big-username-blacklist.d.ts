declare module "the-big-username-blacklist" {
  const blacklist: {
    /** False for a word that services keep for themselves. */
    validate(username: string): boolean;
  };
  export default blacklist;
}
