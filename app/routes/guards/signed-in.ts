import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("signed-in")];

export const handle = { frame: "signed-in" };

export { Outlet as default } from "react-router";
