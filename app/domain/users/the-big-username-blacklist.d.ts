declare module "the-big-username-blacklist" {
  const blacklist: {
    validate(username: string): boolean;
  };
  export default blacklist;
}
