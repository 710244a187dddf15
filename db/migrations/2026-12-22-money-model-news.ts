import { type Kysely, sql } from "kysely";

/** Pages of a creator and of their groups say how they are paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger users_money_model_news after update of money_model on users
      for each row execute function tell_page_news()`.execute(db);
  await sql`
    create trigger connected_accounts_page_news
      after insert or delete or update of takes_payments, disconnected_at on connected_accounts
      for each row execute function tell_page_news()`.execute(db);
}
