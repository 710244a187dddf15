/** Of the mails about monthly tips, by what happened. */
export const SERIES_KEYS = {
  "adminMonthly:states.*": ["ACTIVE", "UNPAID", "SUSPENDED", "ENDED"],
  "statistics:supporters.states.*": ["ACTIVE", "UNPAID", "SUSPENDED", "PAUSED", "ENDED"],
  "statistics:monthly.*": ["fresh", "kept", "ended"],
  "adminMonthly:problems.*": ["RETRY", "METHOD", "CONFIRM", "RECEIVER"],
  "adminMonthly:ends.*": [
    ...["FAN", "OPERATOR", "DISPUTE", "UNPAID", "RECEIVER_GONE", "RECEIVER_UNABLE", "CURRENCY"],
  ],
  "adminMonthly:mails.*": ["started", "reminder", "price", "problem", "changed", "ended"],
  "adminMonthly:done.*": ["stopped", "gone"],
  "mail:series.*.subject": ["started", "reminder", "problem", "changed", "ended"],
  "mail:series.problem.*": ["last", "method", "confirm", "receiver"],
  "mail:series.changed.*": ["amount", "day", "method", "paused", "resumed", "reminders_off"],
  "mail:series.ended.*": [
    ...["fan", "operator", "dispute", "unpaid", "receiver_gone", "receiver_unable", "currency"],
  ],
};
