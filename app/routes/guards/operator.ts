import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("operator")];

export { Outlet as default } from "react-router";
