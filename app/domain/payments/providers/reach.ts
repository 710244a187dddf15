/** What the ECB quotes, and the euro itself. */
export const CARD_CURRENCIES = (
  "EUR USD GBP CHF PLN SEK DKK NOK CZK HUF RON ISK TRY AUD BRL CAD CNY HKD IDR ILS INR JPY KRW MXN MYR NZD PHP SGD " +
  "THB ZAR"
).split(" ");

/** Where a SEPA direct debit can be drawn: the EU's 27 and the other participants of the scheme. */
export const SEPA_COUNTRIES = (
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
  "AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA"
).split(" ");
