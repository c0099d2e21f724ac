import type { SettlementLine } from '#domain/payments/gateway.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk } from '#shared/hk-time.ts';

/**
 * The form of settlement files is not public, so this one is ours: whoever has a provider's file brings it into this form.
 * Lines that begin with `#` are left out.
 */
export const SETTLEMENT_HEAD = 'day,kind,gateway_txn,attempt,cents,fee_cents';

const TXN = /^[\w.:-]{1,100}$/;
const NUMBER = /^[A-Z]{2}\d{14}$/;
const CENTS = /^\d{1,9}$/;
const FEE = /^-?\d{1,9}$/;
const isKind = (word: string): word is SettlementLine['kind'] =>
  word === 'paid' || word === 'refunded' || word === 'chargeback';

/** Refuses the whole file for one line that cannot be read: half a day's money is worse than none. */
export function parseSettlementFile(file: string): SettlementLine[] {
  const lines = file
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((text, i) => ({ text: text.trim(), no: i + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
  const [head, ...rows] = lines;
  if (head?.text !== SETTLEMENT_HEAD) throw new DomainError('invalidParam', `the first line must be ${SETTLEMENT_HEAD}`);
  return rows.map(({ text, no }) => {
    const [day = '', kind = '', gatewayTxn = '', attempt = '', cents = '', feeCents = '', ...more] = text.split(',');
    const isSound =
      isDayHk(day) && TXN.test(gatewayTxn) && (attempt === '' || NUMBER.test(attempt)) && CENTS.test(cents);
    if (!isSound || !isKind(kind) || !FEE.test(feeCents) || more.length)
      throw new DomainError('invalidParam', `line ${no} of the settlement file cannot be read`);
    return { day, kind, gatewayTxn, attempt: attempt || null, cents: Number(cents), feeCents: Number(feeCents) };
  });
}
