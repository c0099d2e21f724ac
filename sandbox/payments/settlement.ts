import { dayHkOf } from '#shared/hk-time.ts';

export interface SettledLine {
  transaction: string;
  attempt: string;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  at: string;
}

const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';
const FEE_PER_MILLE = 23;

/** What a provider settles of a day. No provider's own file is public: this form is ours. */
export function settlementFile(lines: readonly SettledLine[], day: string): string {
  const rows = lines
    .map((line) => ({ ...line, day: dayHkOf(new Date(line.at)) }))
    .filter((line) => line.day === day)
    .map(({ transaction, attempt, kind, cents, day: settled }) => {
      const feeCents = kind === 'paid' ? Math.round((cents * FEE_PER_MILLE) / 1000) : 0;
      return [transaction, attempt, kind, cents, feeCents, settled].join(',');
    });
  return `${[HEADER, ...rows].join('\n')}\n`;
}
