import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** What a caller of VIES sends: nothing else, and both of the requester's fields or none. */
const callSchema = z.strictObject({
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  vatNumber: z.string().regex(/^[A-Z0-9+*]{2,12}$/),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
});
type ViesCall = z.infer<typeof callSchema>;

/** As the register has somebody; null is what a state keeps to itself. */
interface Registered {
  name: string | null;
  address: string | null;
}

type Answer = (call: ViesCall, response: ServerResponse) => void | Promise<void>;

/** Stands in for VIES's REST interface: a real server with a register, which can also be out of order. */
export interface ViesOffice {
  url: string;
  calls: ViesCall[];
  /** From now on this id is valid. */
  register(vatId: string, trader?: Registered): void;
  /** From now on it answers so; null for what the register says. */
  answer(listener: Answer | null): void;
  close(): void;
}

/** What VIES answers where it could not look. */
export const outage =
  (error: string, status = 200): Answer =>
  (_call, response) =>
    send(response, status, { actionSucceed: false, errorWrappers: [{ error }] });

export async function openViesOffice(): Promise<ViesOffice> {
  const register = new Map<string, Registered>();
  const calls: ViesCall[] = [];
  let answer: Answer | null = null;
  const server = createServer(async (request, response) => {
    const call = callSchema.safeParse(await json(request).catch(() => null));
    if (request.method !== "POST" || request.url !== "/rest-api/check-vat-number" || !call.success) {
      outage("INVALID_INPUT", 400)({ countryCode: "", vatNumber: "" }, response);
      return;
    }
    calls.push(call.data);
    await (answer ?? fromRegister(register))(call.data, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the office has no port");
  return {
    url: `http://127.0.0.1:${address.port}/rest-api`,
    calls,
    register: (vatId, trader = { name: null, address: null }) => register.set(vatId, trader),
    answer(given) {
      answer = given;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The whole answer, with the fields that we do not read. */
function fromRegister(register: ReadonlyMap<string, Registered>): Answer {
  return ({ countryCode, vatNumber, requesterNumber }, response) => {
    const trader = register.get(`${countryCode}${vatNumber}`);
    send(response, 200, {
      ...{ countryCode, vatNumber, requestDate: "2026-11-25T22:10:00.000Z", valid: trader !== undefined },
      requestIdentifier: requesterNumber ? `WAPIAAAA${vatNumber}` : "",
      ...{ name: trader?.name ?? "---", address: trader?.address ?? "---" },
      ...{ traderName: "---", traderStreet: "---", traderPostalCode: "---", traderCity: "---" },
      ...{ traderNameMatch: "NOT_PROCESSED", traderCityMatch: "NOT_PROCESSED" },
    });
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
