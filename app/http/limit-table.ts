/** Payment starts have their own limits against card testing (`payment_starts` in product-rules). */
export interface Limit {
  what: string;
  per: string;
  points: number;
  seconds: number;
  /** Seconds of refusal after it is used up; without it, the rest of the window. */
  block?: number;
  /** Scales with CROWD_FACTOR, for load tests and installations behind one address. */
  grows?: true;
}

const MINUTE = 60;
const QUARTER = 15 * 60;
const HOUR = 3600;

/** docs/limits.md shows this table; a test compares them (docs/product.md, 6.4). */
export const limitTable = {
  posts: { what: "Posts", per: "address (`POSTS_PER_MINUTE`)", points: 120, seconds: MINUTE },
  tracking: {
    what: "Views of pages that are counted; beyond it they are dropped, and answered as if they counted",
    per: "address, in each process",
    points: 120,
    seconds: MINUTE,
    grows: true,
  },
  pages: {
    what: "Pages that are rendered for a guest, and lists of routes for the script of signed-in pages",
    per: "address, in each process",
    points: 600,
    seconds: MINUTE,
    grows: true,
  },
  pages_own: {
    what: "Pages of a signed-in session, of the steps of a tip or a voucher, of a receipt, of a voucher",
    per: "session or link, in each process",
    points: 240,
    seconds: MINUTE,
    grows: true,
  },
  pages_steps: {
    what: "Pages of the steps of tips and vouchers, all of an address together",
    per: "address, in each process",
    points: 1_200,
    seconds: MINUTE,
    grows: true,
  },
  refusals: {
    what: "Pages that say what was refused before its route; beyond it one line of text says so",
    per: "address, in each process",
    points: 30,
    seconds: MINUTE,
    grows: true,
  },
  login_network: {
    what: "Failed logins",
    per: "email and network",
    points: 5,
    seconds: QUARTER,
    block: QUARTER,
  },
  login_address: { what: "Failed logins", per: "address", points: 20, seconds: QUARTER, block: QUARTER },
  login_device: {
    what: "Failed logins on a device on which the account signed in before",
    per: "device and account",
    points: 5,
    seconds: QUARTER,
    block: QUARTER,
  },
  login_email: {
    what: "Failed logins on unknown devices; beyond it unknown networks have the next row's budget",
    per: "email",
    points: 50,
    seconds: HOUR,
  },
  login_stranger: {
    what: "Failed logins from a network that the account never used, beyond the row before",
    per: "email and network",
    points: 1,
    seconds: HOUR,
    block: HOUR,
  },
  second_factor: {
    what: "Wrong codes and passkeys of the second factor",
    per: "account; a known device of it has its own",
    points: 5,
    seconds: QUARTER,
    block: QUARTER,
  },
  own_password: {
    what: "Wrong passwords where a signed-in user is asked again",
    per: "account",
    points: 5,
    seconds: QUARTER,
    block: QUARTER,
  },
  registration: { what: "Registrations", per: "address", points: 5, seconds: HOUR, block: QUARTER },
  registration_kept: {
    what: "Registrations with an error, whose password and document are kept",
    per: "address",
    points: 10,
    seconds: HOUR,
  },
  registration_kept_all: {
    what: "Registrations with an error, whose password and document are kept",
    per: "all addresses together",
    points: 500,
    seconds: HOUR,
  },
  registration_mail: {
    what: "Mails that confirm a registration, the first and those sent again",
    per: "recipient",
    points: 5,
    seconds: HOUR,
    block: QUARTER,
  },
  forgot_email: {
    what: "Mails for a forgotten password",
    per: "recipient",
    points: 3,
    seconds: HOUR,
    block: QUARTER,
  },
  series_mail: {
    what: "Mails about monthly tips and contracts that a form asks for",
    per: "recipient",
    points: 3,
    seconds: HOUR,
    block: QUARTER,
  },
  change_account: {
    what: "Mails that confirm another address",
    per: "account",
    points: 3,
    seconds: HOUR,
    block: QUARTER,
  },
  change_email: {
    what: "Mails that confirm another address",
    per: "recipient",
    points: 3,
    seconds: HOUR,
    block: QUARTER,
  },
  mail_address: {
    what: "Mails for a registration, a forgotten password or another address",
    per: "address",
    points: 20,
    seconds: HOUR,
    block: QUARTER,
  },
  mail_network: {
    what: "Mails for a registration, a forgotten password or another address",
    per: "network",
    points: 60,
    seconds: HOUR,
    block: QUARTER,
  },
  deletion_mail: {
    what: "Mails that delete an account",
    per: "account",
    points: 3,
    seconds: HOUR,
    block: QUARTER,
  },
  resend: {
    what: "Mails that confirm a registration, sent again",
    per: "account",
    points: 5,
    seconds: HOUR,
    block: QUARTER,
  },
  refund_request: {
    what: "Refunds asked for by fans",
    per: "network",
    points: 20,
    seconds: HOUR,
    grows: true,
  },
  content_notice: { what: "Notices about content", per: "address", points: 5, seconds: HOUR, grows: true },
  content_notice_all: {
    what: "Notices about content; beyond it each network has the next row's budget",
    per: "all addresses together",
    points: 300,
    seconds: HOUR,
    grows: true,
  },
  content_notice_network: {
    what: "Notices about content, beyond the row before",
    per: "network",
    points: 2,
    seconds: HOUR,
  },
  content_notice_mail: {
    what: "Mails that confirm a notice about content",
    per: "recipient",
    points: 3,
    seconds: HOUR,
  },
  chat_command: {
    what: "Commands to the chat server's bot",
    per: "account there",
    points: 30,
    seconds: MINUTE,
  },
  microblog_link: {
    what: "Links to a microblogging network begun",
    per: "account",
    points: 10,
    seconds: HOUR,
  },
  tax_details: { what: "Tax details entered", per: "account", points: 6, seconds: HOUR },
  connected_account: {
    what: "Account at the provider opened or read",
    per: "account",
    points: 30,
    seconds: HOUR,
  },
  payout_data: { what: "Payout data entered", per: "account", points: 6, seconds: HOUR },
  link: { what: "Tokens of mailed links tried by the API", per: "address", points: 60, seconds: QUARTER },
  fan_upload: {
    what: "Pictures for tips, by page or API",
    per: "address",
    points: 20,
    seconds: HOUR,
    grows: true,
  },
  fan_pixels: {
    what: "Megabytes of points of such pictures, before they are decoded",
    per: "address",
    points: 400,
    seconds: HOUR,
    grows: true,
  },
  fan_pixels_network: {
    what: "Megabytes of points of such pictures, before they are decoded",
    per: "network",
    points: 1_200,
    seconds: HOUR,
    grows: true,
  },
  fan_picture_time: {
    what: "Milliseconds of a processor for such pictures",
    per: "address",
    points: 20_000,
    seconds: HOUR,
    grows: true,
  },
  fan_picture_time_network: {
    what: "Milliseconds of a processor for such pictures",
    per: "network",
    points: 60_000,
    seconds: HOUR,
    grows: true,
  },
  upload: {
    what: "Pictures and documents of creators, by page or API, and pictures of the brand",
    per: "account",
    points: 60,
    seconds: HOUR,
    grows: true,
  },
  drafts: { what: "Tips and vouchers begun", per: "address", points: 120, seconds: QUARTER, grows: true },
  payment_look: {
    what: "Questions to the provider because a payer came back to the page of a failure",
    per: "payment",
    points: 5,
    seconds: MINUTE,
  },
  preview: {
    what: "Pictures of shared links drawn; beyond it there is a ready one",
    per: "address",
    points: 60,
    seconds: HOUR,
    grows: true,
  },
  pdf: { what: "PDFs of a receipt or a voucher", per: "link", points: 20, seconds: HOUR },
  pdf_account: { what: "PDFs of statements", per: "account", points: 60, seconds: HOUR },
  export: { what: "Downloads of one's own data", per: "account", points: 5, seconds: HOUR },
  item: { what: "Tribute items made", per: "account", points: 60, seconds: HOUR },
  grouplist: { what: "Groups made, and changes to them", per: "account", points: 120, seconds: HOUR },
  grouplist_ask: {
    what: "Invitations to groups accepted; an ask that changes nothing is not counted",
    per: "account",
    points: 20,
    seconds: HOUR,
  },
  grouplist_asks: {
    what: "Creators who ask to join, each a mail to its owner",
    per: "group",
    points: 30,
    seconds: HOUR,
  },
  reply: { what: "Thank-yous to fans", per: "account", points: 120, seconds: HOUR },
  admin_search: { what: "Searches of the back office", per: "operator", points: 60, seconds: MINUTE },
  admin_mail: {
    what: "Mails that an operator has sent again or on a written wish",
    per: "operator",
    points: 60,
    seconds: HOUR,
  },
  admin_mail_to: {
    what: "Such mails about one thing",
    per: "user, payment or voucher",
    points: 6,
    seconds: HOUR,
  },
  tips_table: { what: "Tables of one's own tips", per: "account", points: 20, seconds: HOUR },
  export_address: {
    what: "Downloads of one's own data",
    per: "address",
    points: 15,
    seconds: HOUR,
    grows: true,
  },
} as const satisfies Record<string, Limit>;

export type Budget = keyof typeof limitTable;
