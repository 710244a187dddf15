/** The page about the API, and what each of its calls does. A line is a paragraph; "- " begins a point of a list. */
export default {
  title: "The API",
  intro:
    "For programs of your own: everything that a fan or a creator can do on the pages, as JSON over HTTPS. The same as an [OpenAPI document](/api/openapi.json).",
  example: "A tip: its price first, then the tip itself, with what was asked for agreed to.",
  exampleCode: "Two calls with curl",
  about: {
    signIn: {
      title: "Signing in",
      text: "POST /api/login answers an access token, which goes into the header Authorization: Bearer, and a refresh token for a new pair at POST /oauth/token. A refresh token that comes a second time ends the session. Fans need neither. A page of this site may call with its session instead.",
    },
    answers: {
      title: "Answers",
      text: "What was asked for stands under data; lists have meta beside it with the page and the next one, which is null at the end. A field that a call does not know is ignored. Texts are in the language of Accept-Language (de or en), else in English. Amounts are decimals with a point, and beside them whole minor units (cents) in a field that ends with _minor.",
    },
    refusals: {
      title: "Refusals",
      text: "A refusal has a message for people, a code for programs, and errors by field. 401: not signed in. 403: not allowed. 404: not there, or not yours. 409: not as things stand. 413: too large. 422: some fields are not valid. 429: too often; Retry-After says after how many seconds to come back.",
    },
    repeating: {
      title: "Once, not twice",
      text: "Calls that move money take an Idempotency-Key, a text that you make up for each act. If the line breaks, send the same call with the same key again within a day: it answers what the first one made, and nothing is paid twice.",
    },
    sites: {
      title: "From other sites",
      text: "A browser lets pages of other sites call only if the operator of this platform has named them. Such calls go by token or as a guest, never with this site's cookies.",
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
    items: "Tribute items",
    tracking: "Counting views",
    microblog: "Posts on X",
  },
  who: {
    anyone: "Open to everybody.",
    user: "For whoever is signed in.",
    unlocked: "For whoever is signed in, unless locked.",
    member: "For accounts that have completed their registration.",
    creator: "For creators.",
    active: "For verified creators.",
  },
  repeatable: "Takes an Idempotency-Key.",
  sent: "What you send",
  answered: "Answer {{status}}",
  empty: "Answer {{status}}, without a body",
  refused: "Refusals",
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
    postOauthToken: "A new pair of tokens for a refresh token, which works once.",
    getApiUser: "The signed-in user. With If-None-Match an unchanged answer is a 304.",
    postApiLogout: "Ends the caller's session with all its tokens.",
    postApiLocale: "Keeps the chosen language, on the user too when signed in.",
    postApiRegister:
      "Opens a creator's account and signs the browser in; a program logs in next. The account is then confirmed, completed (POST /api/account) and answers the terms of verification; until then other calls refuse it with the code of what is missing.",
    postApiRegisterConfirm: "Confirms a registration by the token of its mail, the end of the link there.",
    postApiRegisterResendMail: "Sends the confirming mail again, after a pause.",
    postApiPasswordForgot:
      "Mails a link to choose a new password; the same answer whether or not the address is known.",
    postApiPasswordReset: "A new password by the token of the mail; all sessions end.",
    postApiAccount:
      "The whole profile: what is left out is none, and the date of birth comes as three numbers. A new account chooses its name and its country by it.",
    patchApiAccount: "Any part of the profile: what is left out stays.",
    deleteApiAccountAvatar: "Takes the profile photo away.",
    patchApiAccountRanking: "Whether the creator stands on the leaderboard.",
    patchApiAccountCountry: "The country that the creator lives in.",
    patchApiAccountPayoutType: "Paid out monthly (1) or when the creator asks (2), to the bank or to Paxum.",
    patchApiAccountSettings: "Any of the settings; amounts in the profile currency, null for none.",
    patchApiAccountVerificationTerms: "The terms of verification: accepted, or declined for now.",
    patchApiAccountCurrency: "The currency of the profile; old balances stay in theirs.",
    postApiAccountPassword: "Another password; all sessions but the caller's end.",
    postApiAccountEmail: "A link to the new address, a notice to the old one.",
    postApiAccountEmailConfirm:
      "Makes the new address the account's, by the token of its mail. Whoever is not signed in as the user gets the id alone.",
    postApiAccountDelete: "Mails the link that deletes the account; in every stage and status.",
    postApiAccountDeleteToken:
      "Deletes the account for good, by the token of the mail to its owner. A remainder below every minimum is in the way until forfeit_balance gives it up.",
    getApiCountries: "All countries, by their names in the caller's language.",
    getApiLocation:
      "The country that the caller is probably in, as forms choose it beforehand; null for none of ours.",
    getApiCurrencies: "What fans can pay in, and which of it a profile can be kept in.",
    getApiSpecialEventActive: "The event that is on, in the caller's language, or null.",
    getApiSellerFeaturedCreators: "The creators whom the home page shows.",
    getApiSellerNewCreators: "The creators who were accepted last.",
    postApiSeller: "Takes in those of the four documents that come along, then hands the verification in.",
    patchApiSellerSocialMedia:
      "Names or addresses at the seven networks, each with its _visible; null for none.",
    postApiMediafiles:
      "Takes a picture in. A creator keeps it as their own; whoever else sends a TRIBUTE_IMAGE is a fan with a picture for a tip, which stays private. A grouplist's avatar comes from its owner, and grouplist_id is its slug; PATCH /api/grouplist/{slug} puts it on. Of a creator's own, x_percent, y_percent and zoom_percent say which part shows; else it is the middle.",
    getApiPaymentFee:
      "What a tip costs the payer, today and paid so: without a type the standard fee counts. country_id is an id of GET /api/countries, here and in every other call.",
    getApiPaymentId: "What whoever knows the payment's id may know of it: the money, nothing of the fan.",
    getApiPayouts: "The creator's payouts, the newest first.",
    postApiPayoutRequest: "A withdrawal, of all that is available unless an amount is named.",
    getApiPayoutDebts:
      "What the creator owes, by currency, and with which available money it can be settled at the day's rate.",
    postApiPayoutSetOffs:
      "Settles a debt with available money in another currency, of exactly the amounts that an offer named.",
    postApiPayoutdata: "Where the money is to go from now on; the code that confirms it goes out by mail.",
    postApiPayoutdataIdConfirm:
      "Confirms payout data by the code of its mail; from then on it waits for an operator. Somebody else's id, an old one and a wrong code are refused alike.",
    postApiUserIdTribute:
      "Begins a tip to a creator, with all that the steps ask for, and its payment: the payer goes on at url, and GET /api/payment/{id} says what became of it. It takes an amount or a user_tribute_id, the id of an item. charged_minor is what they agreed to; without it the price of the moment counts.",
    postApiGrouplistSlugTribute:
      "The same to a grouplist, which shares it among all its creators, or those whose usernames are in creator. It has no items.",
    postApiVoucherSend:
      "Buys a voucher: its payment begins, the buyer goes on at url, and a link to the page with the code goes to them by mail. charged_minor is what they agreed to.",
    postApiVoucherCheck:
      "What a code is worth. Five wrong ones lock the account, or a visitor's address, for an hour.",
    postApiVoucherRedeem:
      "Redeems a code: the money is credited, or waits for the creator's verification. seen_credit_minor is the amount in the creator's currency that they agreed to.",
    getApiLeaderboardCreators: "Who stands where in a range, page by page; never by how much.",
    getApiLeaderboardGrouplists: "The same of grouplists.",
    getApiLeaderboardCreatorsHistory:
      "The first of the days, weeks or months that are over, the latest first.",
    getApiLeaderboardCreatorsOwnrank: "Where the caller stands in a range; null without a rank.",
    getApiGrouplists:
      "The grouplists that the caller owns, is in or asked to join; all of them on the first page.",
    postApiGrouplists:
      "Makes a grouplist, which an operator looks at before others see it. Its currency stays.",
    getApiGrouplistsNew: "The newest grouplists that were approved.",
    getApiGrouplistSlug:
      "A grouplist as its page shows it to the caller; its owner gets what they manage with include_additional_data=1.",
    patchApiGrouplistSlug:
      "Any of a grouplist's settings, by its owner. A changed name or picture waits for an operator; invite_url null makes a new link; the currency takes its own value alone.",
    deleteApiGrouplistSlug: "Closes a grouplist, by its owner. One that ever took tips is archived.",
    deleteApiGrouplistIdAvatar:
      "Takes a grouplist's picture away, by its owner (policy grouplist.avatar.delete); {id} is its slug.",
    getApiGrouplistInviteSlug:
      "What an invite link leads to; {slug} is its code, never the grouplist's public slug.",
    postApiGrouplistInviteSlug:
      "Accepts an invitation by its code: the caller waits for the owner from then on.",
    postApiGrouplistUserId: "The owner lets in who asked; {id} is the membership's.",
    deleteApiGrouplistUserId:
      "The owner takes a member out or declines who asked; a member leaves. What they were tipped stays theirs.",
    getApiTributes:
      "The creator's tips, the newest first. The numbers of the pages end; meta.next, sent as after, goes on from there and stays in place when new tips come.",
    getApiTributeId: "One of the creator's tips; looking at it does not mark it as read.",
    postApiTributeIdRead:
      "Marks a tip as read. One that cannot be seen whole yet, or was declined, is not found.",
    postApiTributeIdReply:
      "Thanks the fan in the creator's words, by mail, and marks the tip as read. is_mailed is false where the fan wants no such mails: then the words stand with the tip alone.",
    getApiTributesUsers:
      "The fans who tipped, with what they gave in each currency; who tipped last comes first. Beyond the last number, go on with before, the last_paid_at where the page ended.",
    getApiSales:
      "What the creator was tipped, as money, the newest first: from one day to another in Berlin, both included. The ids are those of the tips.",
    getApiSalesMonths:
      "The last twelve months, this one included, the oldest first, in each currency that the creator was tipped in; what went back is taken off.",
    getApiSalesWeek: "The days of this week in Berlin, Monday first, in the same way.",
    getApiUserId:
      "What anybody may see of a creator: by id, or with is_username=1 by username, also by one that they had until lately. Unknown, hidden and not receivable profiles are the same 404.",
    postApiUserTributes:
      "A new tribute item in the profile's currency; mediafile_id is a TRIBUTE_IMAGE that the creator sent before. What has a picture, or words that a rule holds up, is PENDING until an operator has looked.",
    getApiUserIdTributes:
      "A creator's tribute items in their order: to fans those that they can tip for, to the creator all of them.",
    getApiUserTributeId: "A tribute item that fans can tip for, or any of the caller's own.",
    deleteApiUserTributeId: "Takes one of the creator's items away; tips for it keep its name.",
    postApiUserTributeIdOrder:
      "Moves one of the creator's items to a place, counted from 0; beyond the last it is the last. Answers all items in the new order.",
    getApiTwitter:
      "The creator’s link to X and the five settings. is_available: whether X is set up here; authorize_url while a PIN is waited for.",
    postApiTwitterConnect:
      "Without a pin a link is begun: the creator allows it at authorize_url, where X shows a PIN. With it the link is complete. Five tries in a quarter of an hour.",
    patchApiTwitterSettings: "Any of the five settings; what is left out stays.",
    postApiTrackingAccess: "Counts one view of a page.",
    postApiTrackingEntity: "Counts a view or a sharing of a creator or a tribute item.",
  },
} as const;
