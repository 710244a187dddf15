import { guard } from "../../http/guards.server.ts";

export const middleware = [guard("visitor-only")];

export { Outlet as default } from "react-router";
