/**
 * The legal pages. A line is a paragraph, one that begins with "- " a point of a list; [text](address) is a link.
 * Law is cited as it is written; every other number comes from the rules.
 */
export default {
  titles: {
    terms: "Terms",
    privacy: "Privacy",
    imprint: "Imprint",
    imprint2: "Imprint of our other pages",
    complaints: "Complaint policy",
    accessibility: "Accessibility",
  },
  intros: {
    terms:
      "What you and we can rely on. Short sentences on purpose: if something is unclear, write to us before you agree.",
    privacy:
      "We keep what a payment, a page or the law needs, and nothing to find out more about you. There is no advertising and no analytics by others.",
    imprint: "Who runs {{brand}}, and how to reach us.",
    imprint2: "Our pages on other services belong to the same operator. This imprint applies to them, too.",
    complaints: "How to report content, what we do with it, and what you can do against our decision.",
    accessibility:
      "{{brand}} is meant to work for everybody: with a keyboard, a screen reader, an old phone.",
  },
  changed: "Last changed on {{date}}",
  contents: "On this page",
  newTerms: {
    notice: "New terms from {{from}}.",
    look: "Read and accept",
  },
  holdTerms: { none: "at once", one: "after one day", more: "after {{days}} days" },
  payoutTerms: {
    below: "free from {{free}}, otherwise {{fee}}; at least {{least}}",
    always: "{{fee}}; at least {{least}}",
    free: "free; at least {{least}}",
  },
  version: {
    facts: "Version {{version}}, valid from {{from}}, published on {{published}}",
    replacedFacts: "Version {{version}}, planned from {{from}}, published on {{published}}",
    coming: "This version is not valid yet.",
    earlier: "This version is no longer valid.",
    never: "This version was replaced before it was valid.",
    current: "Today’s version",
    template: "Template, not yet accepted by the operator",
    all: "Versions",
    comingFrom: "Version {{version}}, from {{from}}",
    inForceFrom: "Version {{version}}, valid since {{from}}",
    earlierFrom: "Version {{version}}, was valid from {{from}}",
    neverFrom: "Version {{version}}, planned from {{from}}, never valid",
  },
  terms: {
    parties: {
      title: "Who makes a contract with whom",
      text: "{{brand}} is run by {{operator}}. A creator has a contract with us about their page, the payments and the payouts. A fan who tips gives money to the creator; with us they have a contract about carrying that payment out, for a service fee.\nA tip is a gift. It buys nothing from the creator and nothing from us, even where a creator's page names a coffee or a new string.",
    },
    fans: {
      title: "For fans",
      text: "You need no account. You have to be allowed to use the card or the bank account that you pay with.\nA tip is between {{rule.message_price_minimum}} and {{rule.message_price_maximum}} in the currency of the page. On top comes a service fee of {{rule.service_fee}} and the VAT on it; the whole price stands on the page before you pay. If you pay in another currency, we show the rate and its date.\nMessages, names and pictures have to be lawful and decent. Pictures and links are reviewed within {{rule.review_hours}} hours; an operator can hide them.",
    },
    withdrawal: {
      title: "Withdrawal and refunds",
      text: "You can withdraw from our service within fourteen days. You ask for the tip to be passed on at once; when it has reached the creator, our service is fully performed and the right of withdrawal ends with it. The page of your receipt says what happened to your payment.\nA monthly tip goes on until you stop it: at any time and at once, by the link in its mails or [without a login](/cancel). To [withdraw from it](/withdraw) ends it too; what you paid within the fourteen days before is then asked back from the creator. Without an answer within {{rule.refund_request_days}} days we decide.\nA creator can give a tip back within {{rule.refund_days}} days. If something went wrong, write to [{{contact}}](mailto:{{contact}}): we refund what was paid twice, by mistake or without the right to do so.\nAn unredeemed voucher [can be given back](/voucher/withdrawal) within {{rule.withdrawal_days}} days, without any reason and without a login.",
    },
    creators: {
      title: "For creators",
      text: "You have to be at least {{rule.age}} and act for yourself or your company. What you submit to be verified has to be true. Your page belongs to one person or one company; you may not sell it, and you may not tip yourself.\nYour username can be changed every {{rule.username_change_days}} days.\nYou tax what you receive yourself. We give you a statement for each payout and each month.",
    },
    payouts: {
      title: "Money of creators",
      text: "You are credited the whole tip. Card payments become available {{rule.hold_card}}, direct debits {{rule.hold_debit}}, bank transfers {{rule.hold_transfer}}.\nWe pay out each month once {{rule.payout_minimum}} is available in your currency. You can ask for a payout earlier; what that costs depends on your bank's country and is shown before you confirm. See [the fees](/faq#answer-payoutFees).\nIf a payment is charged back, we take the tip back. If your balance is not enough, you owe the rest, and your next tips settle it.\nIf you are paid directly, fans pay into your own account at the payment provider. It has its own contract with you, pays you out, and takes refunds and chargebacks from that account; we only get our fee.",
    },
    unwanted: {
      title: "What has no place here",
      text: "Content that breaks the law or the rights of others: hate and threats, depictions of abuse, other people's pictures and texts, made-up identities, fraud, money laundering, payments for goods or services that may not be sold.\nAnyone can [report content](/report). We look at automatic hits (blocked words, links, phone numbers, account numbers) ourselves: no machine decides. The [complaint policy](/complaint-policy) says how we proceed.",
    },
    locking: {
      title: "When we restrict or lock",
      text: "We can hide content, restrict functions or lock an account: for serious or repeated breaches of these terms, for verification documents that are declined for the {{rule.declines}}rd time, and where the law demands it. You are told the reason and how to complain.\nA locked account can still be read, exported and deleted, and what belongs to you is paid out. Whoever often makes notices or complaints that are obviously unfounded can be refused them for a time, after a warning.",
    },
    liability: {
      title: "Liability",
      text: "We are liable without limit for intent and gross negligence, and for injury to life, body or health. For slight negligence we are liable only where we break a duty that the contract rests on, and then for the damage that is typical and foreseeable. Product liability law is untouched.",
    },
    ending: {
      title: "Ending and changes",
      text: "You can delete your account at any time; until then your money is paid out. We can end the contract with a notice of a month, and at once for an important reason.\nIf we change these terms, a note says so at least a month before, wherever you are logged in. Without your consent, only changes apply that the law demands or that are to your advantage.",
    },
    law: {
      title: "Law and disputes",
      text: "German law applies. As a consumer you keep the protection of the country you live in. We neither take part in dispute resolution before a consumer arbitration board nor are we obliged to, except for the bodies named in the [complaint policy](/complaint-policy).",
    },
  },
  privacy: {
    controller: {
      title: "Who is responsible",
      text: "{{operator}}, {{address}}. You reach us at [{{contact}}](mailto:{{contact}}).\nContact for data protection: {{dataProtection}}.",
    },
    visit: {
      title: "When you visit",
      text: "Your address (IP) is used to answer you, and as a keyed hash to slow down guessing and flooding (Art. 6(1)(f) GDPR). Where you state a country, one that fits your address is already chosen: our server looks it up in a list of its own, asks nobody and does not store it. The log of the server names the page and a request number, no contents and no tokens.\nThe pages load nothing from other companies: no fonts, no scripts, no counters. We count ourselves which pages are viewed, in which language and from which site people come (Art. 6(1)(f) GDPR): without a cookie, and not if your browser asks not to be tracked.",
    },
    tip: {
      title: "When you tip",
      text: "We keep amount, country, currency and payment method, and what you add yourself: a name, a message, a picture, an email address for the receipt (Art. 6(1)(b) GDPR). The creator sees your name, message and picture. They see your email address only if you tick the box. They may have what they see sent to programs of theirs. Your name and message appear on the creator's page only if you both agreed to that; on your receipt you take yours back.\nYou enter the data of your card or bank account at the payment provider. We do not get them.",
    },
    creator: {
      title: "When you are a creator",
      text: "We keep your account, your page, what you receive and where it is paid (Art. 6(1)(b) GDPR). Verification documents are encrypted; operators open them to compare them with your account, and each look is logged (Art. 6(1)(c) and (f) GDPR). Bank accounts are encrypted and shown masked.",
    },
    notices: {
      title: "When you report content",
      text: "We keep what you write to us and how we decided (Art. 6(1)(c) GDPR with Art. 16 to 20 DSA). We do not tell the person whose content it is who reported it. A link in our mail opens your case; we keep only its hash.",
    },
    recipients: {
      title: "Who gets data",
      text: "The companies that work for us by contract, and those that carry payments out. If a creator is paid directly, the payment is in their own account at the payment provider, which shows them what you enter there. Authorities get data where the law demands it.",
    },
    cookies: {
      title: "Cookies",
      text: "We set only cookies that something you asked for needs (§ 25(2) TDDDG). That is why there is nothing to agree to.",
    },
    periods: {
      title: "How long we keep what",
      text: "A job deletes every hour what is due. Of a deleted account, only what stands under “After the account is deleted” stays.",
    },
    rights: {
      title: "Your rights",
      text: "You can ask what we keep about you, and have it corrected, erased, restricted or handed over; you can object to what rests on our legitimate interest, and take a consent back (Art. 15 to 22 GDPR). Creators download and delete their data themselves: [your privacy page](/account/privacy).\nYou can complain to a data protection authority, also the one where you live. Ours is: {{authority}}.\nNo decision about you is made by a machine alone.",
    },
  },
  recipients: {
    caption: "Recipients of data",
    who: "Who",
    purpose: "What for",
    provider:
      "payments: amount, currency, language, your email if you gave it, and a reference; what you enter on its pages",
    providerOurs: "the built-in test provider of this installation: no money, no data of the payer",
    mail: "sending email: your address and what the mail says",
    mailHere: "no email leaves this installation: its mails stand on /dev/mail",
    storage: "storing pictures and, encrypted, documents",
    network: "Posting for creators who link their account there: what they chose, and nothing of fans",
    vies: "European Commission (VIES)",
    viesPurpose: "Checking the VAT IDs of creators: the VAT ID",
    storageHere: "pictures and documents stay on our own server",
    here: "this installation",
    bank: "Our bank and the bank of the creator",
    bankPurpose: "payouts: name, account number, amount and reference",
  },
  cookies: {
    caption: "Cookies of {{brand}}",
    name: "Name",
    purpose: "What it is for",
    time: "How long",
    purposes: {
      session: "You stay logged in.",
      second_step: "Between password and code of a two-step login.",
      logging_out: "The login page knows that you just logged out.",
      device: "Strangers who guess your password do not lock you out on this device.",
      registration: "What was right in a registration need not be entered again.",
      locale: "Your choice of language.",
      theme: "Your choice of light or dark.",
      notice: "You have put the note about cookies away.",
      keys: "An operator has switched keys on the page off.",
      shared: "The drawer knows that you have shared your page.",
      done: "The next page says what was just done.",
      fan: "If you tick it when you pay: method, country, currency, name and email are filled in for your next tip. Encrypted, and deleted there by one press.",
      paying: "Your browser is led to the receipt of what it paid, and to the code of a voucher.",
      held_voucher: "A voucher that you have checked is found again after logging in or registering.",
    },
    times: {
      session: "{{rule.session_days}} days",
      second_step: "{{rule.second_factor_minutes}} minutes",
      logging_out: "a minute",
      device: "{{rule.known_device_days}} days",
      registration: "{{rule.pending_registration_minutes}} minutes",
      locale: "{{rule.choice_cookie_days}} days",
      theme: "{{rule.choice_cookie_days}} days",
      notice: "{{rule.choice_cookie_days}} days",
      keys: "{{rule.choice_cookie_days}} days",
      shared: "{{rule.shared_days}} day",
      done: "a minute",
      fan: "{{rule.remembered_days}} days, or until you delete it",
      paying: "{{rule.paying_browser_hours}} hours, or until you log out",
      held_voucher: "{{rule.voucher_held_hours}} hours, or until it is redeemed or you log out",
    },
  },
  periods: {
    caption: "What is kept, and how long",
    what: "What",
    until: "How long",
    after: "After the account is deleted",
    account: {
      what: "Account, page and what creators offer",
      until:
        "Until you delete it. An address that nobody confirmed: {{rule.unconfirmed_days}} days. An earlier username: {{rule.username_redirect_days}} days. Notes of our support: {{rule.support_note_days}} days.",
      after: "An empty row for the books, the history of its status and the reason of a lock.",
    },
    pictures: {
      what: "Pictures",
      until: "As long as something shows them, then {{rule.unused_hours}} hours.",
      after: "Nothing.",
    },
    documents: {
      what: "Verification documents and decisions about them",
      until:
        "Documents: {{rule.document_days}} days after the decision, {{rule.unsubmitted_document_days}} days if they were never submitted. Decisions: as long as the account.",
      after: "Which operator looked at which document, without the document.",
    },
    signIn: {
      what: "Logging in: sessions, links in mails, known devices, two-step login, forms not yet complete",
      until:
        "Sessions and links: until they expire. Devices and networks: {{rule.known_device_days}} days after the last login. A two-step login set up halfway: {{rule.second_factor_setup_days}} day. An address that was changed: {{rule.email_undo_days}} days. An invitation: {{rule.creator_invitation_days}} days. Registrations with errors: {{rule.pending_registration_minutes}} minutes, used passkey requests {{rule.passkey_challenge_minutes}}.",
      after: "Nothing.",
    },
    limits: {
      what: "Counters against abuse, by keyed hashes",
      until:
        "Until they run out; for payments {{rule.payment_start_hours}} hours, for wrong codes of vouchers {{rule.voucher_lockout_minutes}} minutes; calls of programs {{rule.idempotency_hours}} hours.",
      after: "Nothing that names you.",
    },
    tips: {
      what: "Words, address and picture of a fan, and what creators answered",
      until:
        "Never begun to pay: {{rule.draft_days}} days. Begun and not paid: the words {{rule.unpaid_words_days}} days, the rest {{rule.unpaid_days}}. Paid: as long as the creator's account. Of a monthly tip, your name, address and way to pay: {{rule.ended_series_years}} years after its end; what you agreed to stays. A wish for no more thank-yous: for good, as a hash.",
      after: "Amounts and times.",
    },
    vouchers: {
      what: "Vouchers: who bought one, and their words",
      until:
        "Never begun to pay: {{rule.draft_days}} days. Begun and not paid: address and words {{rule.unpaid_words_days}} days, the rest {{rule.unpaid_days}}. Paid: address and words until {{rule.voucher_words_days}} days after the voucher was redeemed, expired or was paid back; the amount stays in the books.",
      after: "Ids and amounts.",
    },
    payments: {
      what: "Payments and the books",
      until:
        "No money moved: {{rule.unpaid_days}} days. News from providers and checks of the books: {{rule.provider_notice_days}} days. A provider’s file before it is imported: {{rule.preview_hours}} hours. Money that moved: it stays in the books.",
      after: "Ids and amounts.",
    },
    payouts: {
      what: "Payout data, tax details, payouts and statements",
      until:
        "Never paid to: {{rule.payout_data_unused_days}} days. Paid to: {{rule.payout_data_years}} years after the last payout, encrypted. Statements are invoices: they stay. Tax numbers, encrypted: until the account is deleted, or {{rule.tax_details_years}} years after a reported year; what a year’s sales came to: {{rule.seller_notice_days}} days, or as long.",
      after: "The same.",
    },
    notices: {
      what: "Notices about content, decisions and complaints",
      until:
        "Who wrote and what: {{rule.notice_words_days}} days after the last decision. What was decided, and why: it stays, without names.",
      after: "The decision and its reasons; what others wrote until its time is over.",
    },
    microblog: {
      what: "Posts on networks that creators link: your account there, our access (encrypted), what is posted",
      until:
        "A link that waits for its PIN: {{rule.pin_minutes}} minutes. The link: until you remove it. Posts: {{rule.microblog_days}} days. What stands on the network is yours to delete there.",
      after: "Nothing here.",
    },
    chatBot: {
      what: "Creators who link their Discord account: its id and name there",
      until: "Until you remove the link. One that waits for you: {{rule.chat_link_minutes}} minutes.",
      after: "Nothing.",
    },
    overlay: {
      what: "Creators' stream overlays: settings, sounds, and which tips were shown; never the words again",
      until: "As long as the account. What was shown: {{rule.overlay_kept_days}} days.",
      after: "Nothing.",
    },
    webhooks: {
      what: "Creators' own addresses for events, and which events they were sent; never the contents",
      until: "Until you remove the address. Of what was sent: the last {{rule.webhook_deliveries_kept}}.",
      after: "Nothing.",
    },
    traffic: {
      what: "Views of pages, as counts",
      until:
        "Who came on a day, as a keyed hash: until the day is over. Counts by day: {{rule.traffic_kept_days}} days.",
      after: "No counts of your page.",
    },
    mails: {
      what: "Mails",
      until:
        "What they say: until they are sent. That they were sent: {{rule.mail_days}} days, {{rule.mail_failed_days}} if they could not be.",
      after: "Nothing.",
    },
    sandbox: {
      what: "The built-in test provider, without data of the payer",
      until:
        "News: {{rule.sandbox_notice_days}} days. No money taken: {{rule.sandbox_unpaid_days}} days. Otherwise: it stays.",
      after: "Amounts.",
    },
  },
  imprint: {
    provider: "Operator",
    address: "Address",
    email: "Email",
    register: "Register",
    vatId: "VAT id",
    responsible: "Responsible for content",
    authority: "Supervisory authority",
    dataProtection: "Data protection",
    pages: "The pages that this imprint is for",
    noPages: "We have no pages on other services.",
    demo: "This is a demo: the company on this page is made up.",
    contacts: {
      title: "Points of contact under the Digital Services Act",
      text: "Users (Art. 12) and authorities (Art. 11) reach us at [{{contact}}](mailto:{{contact}}), in German and English. For illegal content there is [a form](/report) and the address [{{removal}}](mailto:{{removal}}).\nOur pages on other services have [an imprint of their own](/imprint2).",
    },
    social: {
      title: "Notices about our other pages",
      text: "Something is wrong with one of those pages? Write to [{{contact}}](mailto:{{contact}}). What creators publish elsewhere is their own.",
    },
  },
  complaints: {
    report: {
      title: "Report content",
      text: "Use [the form](/report), or write to [{{removal}}](mailto:{{removal}}). You need no account. Tell us where the content is, why you think it is illegal, and your name and email address. For depictions of sexual abuse of children you need give neither.\nYou get a case number and a link to your case at once.",
    },
    deciding: {
      title: "How we decide",
      text: "A person reads every notice. We can take no action, remove the content or restrict it. We decide without delay; content that is obviously illegal goes first.\nThe person who reported it is told the decision with its reasons: what was decided, on which facts and which rule, and how to complain. So is the person whose content it is, if we do something; they do not learn who reported it.",
    },
    complaining: {
      title: "Complain about a decision",
      text: "Both sides can complain within {{rule.complaint_months}} months, free of charge, on the page of the case. Someone decides who did not take the first decision, wherever there is another operator. If the complaint is right, the decision is changed.\nThe same holds for a locked account or a declined verification: write to [{{contact}}](mailto:{{contact}}).",
    },
    outside: {
      title: "Outside of {{brand}}",
      text: "You can turn to an out-of-court dispute settlement body that is certified under Art. 21 DSA, to the coordinator for digital services of your country (in Germany the Bundesnetzagentur), and to the courts at any time.",
    },
    payments: {
      title: "Complaints about payments",
      text: "Write to [{{contact}}](mailto:{{contact}}) with the number of the receipt. We answer within fifteen working days.",
    },
  },
  accessibility: {
    state: {
      title: "How accessible {{brand}} is",
      text: "We aim at WCAG 2.2, level AA, and EN 301 549. Each page is tested by a program for that, in light and dark, at the width of a phone and of a computer.\n- Everything works without script, with the keyboard alone, and at twice the size of text.\n- Contrasts are at least 4.5 to 1; nothing is said by colour alone.\n- Errors stand beside their field and once more above the form, with links.\n- Nothing moves when your device asks for less motion.",
    },
    gaps: {
      title: "What is not good yet",
      text: "Pictures that creators and fans upload have no descriptions of their own. PDFs of receipts and statements are not tagged; the same figures stand on pages. The pages of payment providers are their own.",
    },
    feedback: {
      title: "Tell us",
      text: "Something does not work for you? Write to [{{contact}}](mailto:{{contact}}). We answer within two weeks. If you are not content with the answer, turn to the market surveillance authority: {{supervision}}.",
    },
  },
} as const;
