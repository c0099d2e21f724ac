import { dayHkOf } from '#shared/hk-time.ts';

/** Something that moved at a provider, as it is settled. */
export interface SettledLine {
  txn: string;
  attempt: string;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  feeCents: number;
  day: string;
}

/** The same as a gateway of cards keeps it. */
export type CardMovement = Omit<SettledLine, 'feeCents' | 'day'> & { at: string };

const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';
const CARD_FEE_PER_MILLE = 23;

/** With what cards cost a shop. */
export const settledCard = ({ at, ...line }: CardMovement): SettledLine => ({
  ...line,
  feeCents: line.kind === 'paid' ? Math.round((line.cents * CARD_FEE_PER_MILLE) / 1000) : 0,
  day: dayHkOf(new Date(at)),
});

/** What a provider settles of a day. No provider's own file is public: this form is ours. */
export function settlementFile(lines: readonly SettledLine[], day: string): string {
  const rows = lines
    .filter((line) => line.day === day)
    .map(({ txn, attempt, kind, cents, feeCents }) => [txn, attempt, kind, cents, feeCents, day].join(','));
  return `${[HEADER, ...rows].join('\n')}\n`;
}
