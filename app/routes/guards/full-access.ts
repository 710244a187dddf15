import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("full-access")];

export { Outlet as default } from "react-router";
