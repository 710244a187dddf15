import { answer, isAuthorized, problem, unauthorized, withOrder } from "./merchant-answers.server.ts";
import type { MerchantMethods } from "./merchant-methods.server.ts";
import { chargeOrderSchema, removalSchema, setUpOrderSchema } from "./merchant-orders.ts";

/** `path` follows "methods": "charges", "set_ups", "set_ups/pm_1" or "pm_1/removal". */
export function createMethodCalls(methods: MerchantMethods, apiKey: string) {
  return async (request: Request, path: string): Promise<Response> => {
    if (!isAuthorized(request, apiKey)) return unauthorized();
    const [first = "", second = ""] = path.split("/");
    if (request.method === "GET" && first === "set_ups") {
      const set_up = await methods.readSetUp(second);
      return set_up
        ? answer(200, { set_up })
        : problem(404, "unknown_method", "no method has this reference");
    }
    if (request.method !== "POST") return problem(404, "unknown_call", "there is no such call");
    if (path === "charges")
      return await withOrder(request, chargeOrderSchema, async (order) => {
        const charged = await methods.chargeMethod(order);
        if (charged.outcome === "conflict") return conflict();
        if (charged.outcome === "refused")
          return problem(422, "account_takes_nothing", "this account takes no payments");
        return answer(charged.outcome === "created" ? 201 : 200, { payment: charged.payment });
      });
    if (path === "set_ups")
      return await withOrder(request, setUpOrderSchema, async (order) => {
        const made = await methods.setUpMethod(order);
        if (made.outcome === "conflict") return conflict();
        const status = made.outcome === "created" ? 201 : 200;
        return answer(status, { set_up: made.setUp, redirect_url: made.redirectUrl });
      });
    if (second === "removal")
      return await withOrder(request, removalSchema, async (order) =>
        answer(200, { removed: await methods.removeMethod(first, order) }),
      );
    return problem(404, "unknown_call", "there is no such call");
  };
}

const conflict = () => problem(409, "idempotency_conflict", "the id has another body");
