import { type Kysely, sql } from "kysely";

/**
 * The built-in sandbox provider's own tables, in a schema of their own: the product's tables never refer to them.
 * Personal data of the payer stays out: of a card or an account only the last four figures are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SCHEMA sandbox`.execute(db);

  await sql`
    CREATE TABLE sandbox.payments (
      ref text PRIMARY KEY CHECK (ref ~ '^pay_[0-9a-f]{32}$'),
      -- The address of the hosted page; kept readable, because a repeated create answers it again.
      page_token text NOT NULL UNIQUE CHECK (length(page_token) = 43),
      -- The merchant's id is the idempotency key; the hash tells a repeated create from another one.
      payment_id text NOT NULL UNIQUE CHECK (length(payment_id) BETWEEN 1 AND 64),
      body_hash text NOT NULL CHECK (length(body_hash) = 64),
      type text NOT NULL CHECK (type IN ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
      amount_minor int8 NOT NULL CHECK (amount_minor > 0),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      description text NOT NULL CHECK (length(description) <= 200),
      locale text NOT NULL CHECK (locale IN ('en', 'de')),
      success_url text NOT NULL,
      failed_url text NOT NULL,
      notice_url text NOT NULL,
      state text NOT NULL DEFAULT 'OPEN'
        CHECK (state IN ('OPEN', 'PROCESSING', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED')),
      instrument text CHECK (length(instrument) <= 40),
      failure_code text,
      -- The second step: asked for since, and how many codes were wrong.
      challenged_at timestamptz,
      challenge_tries int2 NOT NULL DEFAULT 0 CHECK (challenge_tries >= 0),
      -- What happens by itself, and when.
      ending text CHECK (ending IN ('PAID', 'FAILED', 'FAILED_THEN_PAID')),
      ending_at timestamptz,
      dispute_plan text CHECK (dispute_plan IN ('WON', 'LOST')),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      paid_at timestamptz,
      ended_at timestamptz,
      CONSTRAINT paid_has_time CHECK ((state = 'PAID') = (paid_at IS NOT NULL)),
      CONSTRAINT ended_has_time CHECK ((state IN ('OPEN', 'PROCESSING')) = (ended_at IS NULL)),
      CONSTRAINT failure_has_code CHECK ((state = 'FAILED') = (failure_code IS NOT NULL)),
      CONSTRAINT ending_has_time CHECK ((ending IS NULL) = (ending_at IS NULL)),
      -- A transfer under way always ends by itself; after a failure its money may still arrive.
      CONSTRAINT processing_ends CHECK (state <> 'PROCESSING' OR ending IS NOT NULL),
      CONSTRAINT ending_is_ahead CHECK (ending IS NULL OR state IN ('PROCESSING', 'FAILED'))
    )`.execute(db);
  await sql`CREATE INDEX payments_ending_due ON sandbox.payments (ending_at) WHERE ending IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX payments_expiry_due ON sandbox.payments (expires_at) WHERE state = 'OPEN'`.execute(
    db,
  );

  await sql`
    CREATE TABLE sandbox.refunds (
      refund_id text PRIMARY KEY CHECK (length(refund_id) BETWEEN 1 AND 64),
      payment_ref text NOT NULL REFERENCES sandbox.payments,
      amount_minor int8 NOT NULL CHECK (amount_minor > 0),
      state text NOT NULL CHECK (state IN ('PENDING', 'DONE', 'FAILED')),
      created_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX refunds_payment ON sandbox.refunds (payment_ref)`.execute(db);

  await sql`
    CREATE TABLE sandbox.disputes (
      dispute_ref text PRIMARY KEY CHECK (dispute_ref ~ '^dp_[0-9a-f]{32}$'),
      payment_ref text NOT NULL UNIQUE REFERENCES sandbox.payments,
      amount_minor int8 NOT NULL CHECK (amount_minor > 0),
      -- SCHEDULED is known to this provider alone; the merchant sees a dispute once it is open.
      state text NOT NULL CHECK (state IN ('SCHEDULED', 'OPEN', 'WON', 'LOST')),
      outcome text NOT NULL CHECK (outcome IN ('WON', 'LOST')),
      opens_at timestamptz NOT NULL,
      closes_at timestamptz NOT NULL,
      CONSTRAINT closes_after_opening CHECK (closes_at >= opens_at),
      CONSTRAINT closed_as_planned CHECK (state IN ('SCHEDULED', 'OPEN') OR state = outcome)
    )`.execute(db);
  await sql`CREATE INDEX disputes_opening_due ON sandbox.disputes (opens_at) WHERE state = 'SCHEDULED'`.execute(
    db,
  );
  await sql`CREATE INDEX disputes_closing_due ON sandbox.disputes (closes_at) WHERE state = 'OPEN'`.execute(
    db,
  );

  await sql`
    CREATE TABLE sandbox.notices (
      event_id text PRIMARY KEY CHECK (event_id ~ '^evt_[0-9a-f]{32}$'),
      payment_ref text NOT NULL REFERENCES sandbox.payments,
      kind text NOT NULL CHECK (kind ~ '^[a-z]+\\.[a-z]+$'),
      -- The exact text that is sent, each time the same; only the signature is made afresh.
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      attempts int4 NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      last_error text,
      delivered_at timestamptz,
      given_up_at timestamptz,
      CONSTRAINT one_ending CHECK (delivered_at IS NULL OR given_up_at IS NULL)
    )`.execute(db);
  await sql`CREATE INDEX notices_payment ON sandbox.notices (payment_ref)`.execute(db);
  await sql`
    CREATE INDEX notices_due ON sandbox.notices (due_at)
      WHERE delivered_at IS NULL AND given_up_at IS NULL`.execute(db);
}
