/** Of the mails about monthly tips, by what happened. */
export const SERIES_KEYS = {
  "mail:series.*.subject": ["started", "reminder", "problem", "changed", "ended"],
  "mail:series.problem.*": ["last", "method", "confirm", "receiver"],
  "mail:series.changed.*": ["amount", "day", "method", "paused", "resumed"],
  "mail:series.ended.*": [
    ...["fan", "operator", "dispute", "unpaid", "receiver_gone", "receiver_unable", "currency"],
  ],
};
