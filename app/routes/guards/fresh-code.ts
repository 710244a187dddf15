import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("fresh-code")];

export { Outlet as default } from "react-router";
