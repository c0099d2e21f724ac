import type { Db, Tx } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { moneyActions } from '#server/desk/desk-money.ts';
import { runVerb } from '../../../scripts/dry-run.ts';
import type { MoneyVerb } from '../../../scripts/money-orders.ts';
import { runAction } from '../../../scripts/run-action.ts';
import { LEDGER_KEY } from './ledger-key.ts';

/** Services whose clock a test sets. */
type Services = Omit<PaymentServices, 'db'>;

/** The words of a line, as a shell would split it. */
export const splitLine = (line: string): string[] => line.split(' ').filter((word) => word !== '');

/** Runs a verb of `npm run money` in a transaction, as `scripts/money.ts` does. */
export async function sayMoney(
  tx: Tx,
  payments: Services,
  verb: MoneyVerb | undefined,
  { words, hand, isMeant = true }: { words: string[]; hand: Hand; isMeant?: boolean },
): Promise<readonly string[]> {
  if (!verb) throw new Error('there is no such verb');
  const now = payments.clock();
  const config = { siteUrl: payments.siteUrl, DESK_REFUND_LIMIT: 300, LEDGER_KEY } as never;
  const spoken = verb(words, now);
  const call = { hand, now, isPreview: !isMeant };
  const actions = moneyActions({ config, payments: { ...payments, db: tx } });
  return spoken.say(await runAction(tx, actions, spoken, call), tx);
}

/** The same in a transaction of its own, which a dry run rolls back. */
export const runMoney = (
  db: Db,
  payments: Services,
  verb: MoneyVerb | undefined,
  { isMeant = true, ...said }: Parameters<typeof sayMoney>[3],
): Promise<string[]> => runVerb(db, isMeant, (tx) => sayMoney(tx, payments, verb, { ...said, isMeant }));
