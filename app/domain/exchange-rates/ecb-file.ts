import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";

/** The European Central Bank's daily file could not be had, or is not one to go by. */
export class RatesUnavailable extends Error {
  override name = "RatesUnavailable";
}

/** One day, as the daily file has it; the files of many days have a list there. */
const fileSchema = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string() })),
      }),
    }),
  }),
});

/** More than a yen or a rupiah ever was; what is written in another way is no rate. */
const RATE = /^\d{1,7}(\.\d{1,8})?$/;

/**
 * Reads the bank's daily XML: its date, and units of each currency for one euro. What is no whole file of one day, and
 * one that names a currency twice, throws RatesUnavailable. A currency whose rate is no number is left out.
 */
export function parseEcbRates(xml: string): { date: string; rates: Map<string, string> } {
  // The bank declares no types of its own; who does wants to try the parser.
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true)
    throw new RatesUnavailable("the reference rates file is no XML, or not whole");
  const file = fileSchema.safeParse(parser.parse(xml));
  if (!file.success) throw new RatesUnavailable("the reference rates file has another form than expected");
  const { time: date, Cube: told } = file.data.Envelope.Cube.Cube;
  const rates = new Map(told.filter(({ rate }) => RATE.test(rate)).map((each) => [each.currency, each.rate]));
  if (rates.size === 0) throw new RatesUnavailable("the reference rates file has no rates");
  if (new Set(told.map(({ currency }) => currency)).size < told.length)
    throw new RatesUnavailable("the reference rates file has a currency twice");
  return { date, rates };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (_name, path) => path === "Envelope.Cube.Cube.Cube",
});
