import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("active")];

export { Outlet as default } from "react-router";
