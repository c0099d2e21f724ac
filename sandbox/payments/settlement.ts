import { dayHkOf } from '#shared/hk-time.ts';

/** A movement at a provider, as settled. */
export interface SettledLine {
  txn: string;
  attempt: string;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  feeCents: number;
  day: string;
}

/** A movement as a card gateway records it. */
export type CardMovement = Omit<SettledLine, 'feeCents' | 'day'> & { at: string };

const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';
const CARD_FEE_PER_MILLE = 23;

/** Adds the card fee. */
export const settledCard = ({ at, ...line }: CardMovement): SettledLine => ({
  ...line,
  feeCents: line.kind === 'paid' ? Math.round((line.cents * CARD_FEE_PER_MILLE) / 1000) : 0,
  day: dayHkOf(new Date(at)),
});

/** A provider's settlement of a day. No provider publishes its file format, so this one is ours. */
export function settlementFile(lines: readonly SettledLine[], day: string): string {
  const rows = lines
    .filter((line) => line.day === day)
    .map(({ txn, attempt, kind, cents, feeCents }) => [txn, attempt, kind, cents, feeCents, day].join(','));
  return `${[HEADER, ...rows].join('\n')}\n`;
}
