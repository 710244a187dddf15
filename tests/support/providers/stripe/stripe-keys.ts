import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { invalid, StripeProblem } from "./stripe-form.ts";

/** Repeats what was answered to a key; another request by it is refused. */
export class IdempotencyKeys {
  readonly #answers = new Map<
    string,
    { asked: string; body: object } | { asked: string; problem: StripeProblem }
  >();
  readonly #underWay = new Set<string>();

  async once(key: string, request: string, act: () => object): Promise<object> {
    if (key.length > 255) throw invalid("Idempotency-Key is too long", "idempotency_key_invalid");
    const asked = createHash("sha256").update(request).digest("hex");
    const first = this.#answers.get(key);
    if (first && first.asked !== asked) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      throw new StripeProblem(400, { type: "idempotency_error", message });
    }
    if (first && "problem" in first) throw first.problem;
    if (first) return first.body;
    if (this.#underWay.has(key)) {
      const message = "There is currently another in-progress request using this Idempotent Key.";
      throw new StripeProblem(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
    }
    this.#underWay.add(key);
    try {
      // Long enough for whoever asks at the same time to meet it.
      await setImmediate();
      const body = act();
      this.#answers.set(key, { asked, body });
      return body;
    } catch (error) {
      // A charge that was declined has happened.
      if (error instanceof StripeProblem && error.status === 402)
        this.#answers.set(key, { asked, problem: error });
      throw error;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
