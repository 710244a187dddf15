/** Of a payment: the tip, our fee, its VAT, and what the fan was charged. */
export interface Parts {
  tip: number;
  fee: number;
  vat: number;
  charge: number;
}

export const NO_PARTS: Parts = { tip: 0, fee: 0, vat: 0, charge: 0 };

export function add(some: Parts, more: Parts, sign = 1): Parts {
  return {
    tip: some.tip + sign * more.tip,
    fee: some.fee + sign * more.fee,
    vat: some.vat + sign * more.vat,
    charge: some.charge + sign * more.charge,
  };
}
