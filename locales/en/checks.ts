/** What each check of the ledger says must hold, by the name of its file in db/checks. */
export default {
  "01-transfers-stay-in-a-currency":
    "Every transaction has its transfers, numbered without a gap, each between accounts of its currency.",
  "02-cached-balance-equals-sum": "The balance kept for each account is the sum of its transfers.",
  "03-no-creator-account-below-zero": "No account of a creator is below zero.",
  "04-rows-are-posted": "Everything that moved money has been posted.",
  "05-reversals-mirror": "What takes a refund or a payout back reverses its posting line by line.",
  "06-allocations-add-up": "What creators get of a payment is the whole tip, for the right creator.",
  "07-pending-is-what-waits": "A creator's pending balance is what has not become available yet.",
  "08-hold-is-what-disputes-hold": "What is held of a creator is what the open disputes hold.",
  "09-chargeback-means-owing":
    "Accounts have the status CHARGEBACK exactly when they owe money, unless they are locked.",
  "10-nothing-matured-waits":
    "Nothing stays pending for more than an hour after it should have become available.",
  "11-suspense-empties": "Money that fits nothing is clarified within {{rule.suspense_days}} days.",
  "12-owed-is-held":
    "Bank and payment provider hold at least what is owed to creators and voucher holders, of VAT and of unmatched payments.",
  "13-transit-is-open-payouts": "What is on its way to the banks is the sum of each creator's open payouts.",
  "14-payouts-as-posted": "Payouts are posted as they and their states say.",
  "15-tips-as-posted": "Paid tips are posted as the payment and its shares say.",
  "16-refund-parts-add-up": "The parts of a refund add up, and no payment gives back more than it brought.",
  "17-suspense-has-entries": "The money to be clarified is what its entries still hold.",
  "18-releases-as-posted": "What became available is posted as the shares say.",
  "19-refunds-as-posted": "Refunds are posted as their parts say, and reversed only if they failed.",
  "20-disputes-as-posted": "Each step of a dispute is posted as it happened.",
  "22-suspense-as-posted": "Clarified money is posted as it was decided.",
  "23-losses-as-posted": "Debts written off and balances given up are posted as recorded.",
  "24-repayments-fit":
    "A debt is repaid from its own creator's available balance, and by no more than became available.",
  "25-causes-are-known": "Every transaction is of a known kind and has a cause of that kind.",
  "26-accounts-as-charted": "Every account is one of our chart of accounts and has the right owner.",
  "27-documents-are-whole": "Statements are numbered without gaps, complete, and say what was paid out.",
  "28-payments-add-up": "Each payment is the tip plus our fee and the VAT on it.",
  "29-disputes-as-acted": "Each dispute stands as its last step left it, and its amounts add up.",
  "30-write-offs-add-up":
    "What was written off belongs to debts of that creator, and is no more than they were.",
  "38-settlements-are-posted": "What a provider's settlement moves is posted, no more and no less.",
  "39-event-acts-are-posted":
    "What was taken in later of a settlement, or reversed, is posted as it says, and once.",
  "40-moved-balances-equal-sums":
    "The balance of each account used since the last checkpoint is what it was then plus what was posted.",
  "41-checkpoints-hold": "The checkpoints follow each other, and nothing before them was changed.",
  "42-checkpoint-sums": "The sums in the last checkpoint are those of the transfers up to it.",
  "43-settlement-exceptions": "Each event of a settlement fits our books or stands among the exceptions.",
  "50-every-transaction-is-numbered": "Every transaction has its document number, in the right month.",
  "51-document-numbers-have-no-gaps":
    "The document numbers of each month have no gaps, and closed months did not change.",
  "52-paid-tips-are-counted": "The overview counts each day's paid tips, no more and no less.",
  "53-group-tips-are-split":
    "Every tip to a group is split evenly among those who were to share it, and who gets a cent more goes round.",
  "54-vouchers-as-posted":
    "Vouchers that were bought, redeemed, given back or expired are posted as they say.",
  "55-vouchers-stand":
    "Each voucher stands where its payment and its redemption stand, and is redeemed once.",
  "56-vouchers-are-owed": "What we owe for vouchers is the value of those that are open.",
  "57-owners-agree": "What belongs together belongs to the same creator, and so does each payout’s account.",
  "58-chain-holds": "The chain is whole, and each row says what it last said there.",
  "59-corrections-as-posted":
    "Each correcting entry is posted as its row says, and taken back by its mirror.",
  "60-corrections-were-approved":
    "Each correcting entry, and each one taken back, is what two operators asked for and approved.",
  "61-bank-agrees": "The bank’s last closing balance is what the books have, but for what is under way.",
  "66-postings-take-effect-in-time":
    "A payment is posted as of when it was settled, and nothing takes effect long before it is posted.",
  "68-bank-is-heard": "Where the bank’s statements were imported, they go on while our account moves.",
  "69-direct-money-passes":
    "What fans pay a creator directly is beside the books: what is there is their shares, less what went back.",
  "70-shares-as-passed":
    "What was passed on to members of direct groups, and taken back, is posted as its rows say.",
  "71-shares-are-passed-on":
    "What waits for members of direct groups is planned to be sent, and nothing waits for an hour that no exception names.",
  "72-shares-as-planned":
    "Of each share of a direct group so much is sent or planned as refunds and lost disputes left.",
  "67-causes-as-checked": "What was paid and paid out is what it was when the last checkpoint was taken.",
} as const;
