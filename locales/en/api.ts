/** The page about the API, and what each of its calls does. A line is a paragraph; "- " begins a point of a list. */
export default {
  title: "API",
  intro:
    "All that fans and creators can do on the pages, as JSON over HTTPS. Also as [OpenAPI document](/api/openapi.json).",
  example: "A tip: first its price, then the tip at that price.",
  exampleCode: "Two calls with curl",
  about: {
    signIn: {
      title: "Signing in",
      text: "POST /api/login answers an access token for the header Authorization: Bearer, and a refresh token for a new pair at POST /oauth/token. A reused refresh token ends the session. Fans need neither; pages of this site may use their session.",
    },
    answers: {
      title: "Answers",
      text: "The result is in data; lists add meta with the page and next page (null at the end). Unknown fields are ignored. Texts follow Accept-Language (de or en), else English. Amounts are decimals with a point, plus whole minor units (cents) in fields that end with _minor.",
    },
    refusals: {
      title: "Errors",
      text: "message for people, code for programs, errors by field. 401: not signed in. 403: not allowed. 404: not there, or not yours. 409: conflicts with the present state. 413: too large. 422: invalid fields. 429: too often; Retry-After gives the seconds to wait.",
    },
    repeating: {
      title: "Idempotency",
      text: "Calls that move money take an Idempotency-Key, a text of yours for each act. After a broken connection, repeat the call with the same key within a day: you get the first answer, and nothing is paid twice.",
    },
    sites: {
      title: "From other sites",
      text: "Other sites may call from browsers only if this platform's operator has named them; by token or as a guest, never with cookies.",
    },
  },
  groupsTitle: "All calls",
  back: "All calls",
  groups: {
    session: "Signing in and out",
    registration: "Registering",
    profile: "Profile",
    settings: "Settings",
    account_access: "Email, password, deletion",
    lookups: "Countries, currencies, events",
    seller: "Verification and links",
    mediafiles: "Pictures",
    payments: "Prices and payments",
    payouts: "Payouts",
    tips: "Tipping",
    vouchers: "Vouchers",
    leaderboard: "Leaderboard",
    grouplists: "Groups",
    grouplist_members: "Members of groups",
    received_tips: "Tips received",
    sales: "Income",
    creators: "Creators",
    items: "Items",
    tracking: "Counting views",
    microblog: "Posts on X",
  },
  who: {
    anyone: "Open to all.",
    user: "For signed-in users.",
    unlocked: "For signed-in users, unless locked.",
    member: "For completed registrations.",
    creator: "For creators.",
    active: "For verified creators.",
  },
  repeatable: "Takes an Idempotency-Key.",
  sent: "What you send",
  answered: "Answer {{status}}",
  empty: "Answer {{status}}, without a body",
  refused: "Errors",
  needed: "required",
  places: { path: "in the address", query: "after the ?" },
  types: {
    string: "text",
    number: "number",
    integer: "whole number",
    boolean: "true/false",
    uuid: "id",
    email: "email address",
    date: "day, as YYYY-MM-DD",
    moment: "moment, in UTC",
    binary: "file",
    object: "object",
    unknown: "any",
    null: "null",
  },
  list: "list",
  choice: "one of",
  either: "or",
  calls: {
    postApiLogin: "An access token for an hour and a refresh token for {{rule.session_days}} days.",
    postOauthToken: "A new pair of tokens for a refresh token, once.",
    getApiUser: "The signed-in user. If-None-Match gives 304 when unchanged.",
    postApiLogout: "Ends the caller's session with all its tokens.",
    postApiLocale: "Sets the language, also of the account when signed in.",
    postApiRegister:
      "Opens a creator's account and signs the browser in; programs log in next. Then confirm it, complete it (POST /api/account) and answer the terms of verification; until then other calls refuse with the code of what is missing.",
    postApiRegisterConfirm: "Confirms a registration by the token at the end of its mail's link.",
    postApiRegisterResendMail: "Sends the confirming mail again, after a pause.",
    postApiPasswordForgot:
      "Mails a link for a new password; the answer does not show whether the address is known.",
    postApiPasswordReset: "A new password by the token of the mail; all sessions end.",
    postApiAccount:
      "The whole profile: omitted fields are emptied; the date of birth is three numbers. Sets the name and country of new accounts.",
    patchApiAccount: "Any part of the profile; the rest stays.",
    deleteApiAccountAvatar: "Removes the profile photo.",
    patchApiAccountRanking: "Leaderboard on or off.",
    patchApiAccountCountry: "Country of residence.",
    patchApiAccountPayoutType: "Monthly (1) or on request (2), to bank or Paxum.",
    patchApiAccountSettings: "Any of the settings; amounts in the profile currency, null for none.",
    patchApiAccountVerificationTerms: "The terms of verification: accepted, or declined for now.",
    patchApiAccountCurrency: "The currency of the profile; old balances stay in theirs.",
    postApiAccountPassword: "New password; all other sessions end.",
    postApiAccountEmail: "A link to the new address, a notice to the old one.",
    postApiAccountEmailConfirm:
      "Sets the new address by the token of its mail. Callers not signed in as the user get the id alone.",
    postApiAccountDelete: "Mails the link that deletes the account; in every status.",
    postApiAccountDeleteToken:
      "Deletes the account for good, by the token of the mail. A remainder below every minimum prevents it until forfeit_balance gives it up.",
    getApiCountries: "All countries, named in the caller's language.",
    getApiLocation: "The caller's likely country, as preselected in forms, or null.",
    getApiCurrencies: "Currencies for payments and for profiles.",
    getApiSpecialEventActive: "The current event in the caller's language, or null.",
    getApiSellerFeaturedCreators: "Creators on the home page.",
    getApiSellerNewCreators: "The newest verified creators.",
    postApiSeller: "Stores any of the four documents, then submits the verification.",
    patchApiSellerSocialMedia: "Names or addresses at seven networks, each with its _visible; null for none.",
    postApiMediafiles:
      "Stores a picture. Creators keep it as theirs; from anyone else a TRIBUTE_IMAGE is a fan's private picture for a tip. A grouplist's avatar comes from its owner, with its slug as grouplist_id; PATCH /api/grouplist/{slug} sets it. x_percent, y_percent and zoom_percent crop a creator's own, otherwise the middle shows.",
    getApiPaymentFee:
      "What a tip costs the payer today; without type, by the standard fee. country_id is always an id of GET /api/countries.",
    getApiPaymentId: "The payment's money by its id, nothing about the fan.",
    getApiPayouts: "The creator's payouts, newest first.",
    postApiPayoutRequest: "A withdrawal of the given amount, or all that is available.",
    getApiPayoutDebts: "Debts by currency, and the balances that can settle them at the day's rate.",
    postApiPayoutSetOffs: "Settles a debt from another currency at exactly an offer's amounts.",
    postApiPayoutdata: "Sets the payout account; a code to confirm it is mailed.",
    postApiPayoutdataIdConfirm:
      "Confirms payout data by the mailed code; an operator then reviews it. Foreign ids, old ids and wrong codes get the same refusal.",
    postApiUserIdTribute:
      "Begins a tip to a creator and its payment: the payer continues at url, GET /api/payment/{id} has the result. Takes an amount or an item's id as user_tribute_id. charged_minor is the agreed price; without it the current price counts.",
    postApiGrouplistSlugTribute:
      "The same for a grouplist, shared among all members or the usernames in creator. Without items.",
    postApiVoucherSend:
      "Buys a voucher: the buyer continues at url and gets a link to the code by mail. charged_minor is the agreed price.",
    postApiVoucherCheck:
      "A code's worth. Five wrong ones lock the account, or a visitor's address, for an hour.",
    postApiVoucherRedeem:
      "Redeems a code: credited now or after verification. seen_credit_minor is the agreed amount in the creator's currency.",
    getApiLeaderboardCreators: "Ranks of a range, by page; without amounts.",
    getApiLeaderboardGrouplists: "The same for grouplists.",
    getApiLeaderboardCreatorsHistory: "Top three of past days, weeks or months, latest first.",
    getApiLeaderboardCreatorsOwnrank: "The caller's rank in a range, or null.",
    getApiGrouplists: "The caller's own, joined and requested grouplists, all on the first page.",
    postApiGrouplists: "Creates a grouplist, public after approval. Its currency is final.",
    getApiGrouplistsNew: "The newest approved grouplists.",
    getApiGrouplistSlug:
      "A grouplist as the caller sees it; include_additional_data=1 adds what its owner manages.",
    patchApiGrouplistSlug:
      "Any settings, by the owner. New names and pictures are reviewed; invite_url null makes a new link; currency takes its own value alone.",
    deleteApiGrouplistSlug: "Closes a grouplist, by its owner; archived if it ever took tips.",
    deleteApiGrouplistIdAvatar:
      "Removes a grouplist's picture, by its owner (policy grouplist.avatar.delete); {id} is its slug.",
    getApiGrouplistInviteSlug: "An invite link's target; {slug} is its code, not the grouplist's slug.",
    postApiGrouplistInviteSlug: "Accepts an invitation by its code; the owner decides.",
    postApiGrouplistUserId: "The owner approves a request; {id} is the membership's.",
    deleteApiGrouplistUserId:
      "The owner removes a member or declines a request, or a member leaves. Past tips stay theirs.",
    getApiTributes:
      "The creator's tips, newest first. Page numbers end; then send meta.next as after, which is stable when new tips come.",
    getApiTributeId: "One of the creator's tips; does not mark it as read.",
    postApiTributeIdRead: "Marks a tip as read. Tips not yet fully visible, or declined, are not found.",
    postApiTributeIdReply:
      "Mails the creator's thanks and marks the tip as read. is_mailed is false if the fan opted out; then the words stay with the tip.",
    getApiTributesUsers:
      "Fans with their totals by currency, latest first. Beyond the last number, send the page's last last_paid_at as before.",
    getApiSales:
      "Tips as money, newest first, between two days in Berlin, both included. Ids are those of the tips.",
    getApiSalesMonths: "The last twelve months with this one, oldest first, by currency, less reversals.",
    getApiSalesWeek: "The same for this week's days in Berlin, from Monday.",
    getApiUserId:
      "A creator's public data by id, or with is_username=1 by username, recent ones included. Unknown, hidden and not receivable profiles are the same 404.",
    postApiUserTributes:
      "A new item in the profile's currency; mediafile_id is a TRIBUTE_IMAGE sent before. With a picture, or words held by a rule, it is PENDING until reviewed.",
    getApiUserIdTributes: "A creator's items in order: for fans those open for tips, for the creator all.",
    getApiUserTributeId: "An item open for tips, or any of the caller's own.",
    deleteApiUserTributeId: "Deletes an item; its tips keep its name.",
    postApiUserTributeIdOrder:
      "Moves an item to a place from 0; beyond the end it is last. Answers all items in order.",
    getApiTwitter:
      "The link to X and its five settings. is_available: whether X is set up; authorize_url while a PIN is awaited.",
    postApiTwitterConnect:
      "Without pin a link begins: allow it at authorize_url, where X shows a PIN. With pin it is complete. Five tries a quarter of an hour.",
    patchApiTwitterSettings: "Any of the five settings; the rest stays.",
    postApiTrackingAccess: "Counts a page view.",
    postApiTrackingEntity: "Counts a view or share of a creator or item.",
  },
} as const;
