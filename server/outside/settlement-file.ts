import type { SettlementLine } from '#domain/payments/gateway.types.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk } from '#shared/hk-time.ts';

/** What providers' own files look like is not public: this is ours, to which an operator brings theirs. */
const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';

const isKind = (word: string): word is SettlementLine['kind'] =>
  word === 'paid' || word === 'refunded' || word === 'chargeback';

/** Reads all of a settlement file, or none of it. */
export function parseSettlementFile(file: string): SettlementLine[] {
  const [header = '', ...lines] = file.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header.trim() !== HEADER) throw new DomainError('invalidParam', `the first line must be ${HEADER}`);
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    const [gatewayTxn = '', attempt = '', kind = '', cents = '', feeCents = '', day = '', ...more] = line
      .split(',')
      .map((field) => field.trim());
    const isRight =
      /^[\w./-]{1,100}$/.test(gatewayTxn) &&
      (attempt === '' || isAttemptNumber(attempt)) &&
      /^\d{1,9}$/.test(cents) &&
      /^\d{1,9}$/.test(feeCents) &&
      isDayHk(day) &&
      !more.length;
    if (!isRight || !isKind(kind)) throw new DomainError('invalidParam', `line ${i + 2} is not one of ${HEADER}`);
    return { gatewayTxn, attempt: attempt || null, kind, cents: Number(cents), feeCents: Number(feeCents), day };
  });
}
