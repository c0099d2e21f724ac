import type { SettlementLine } from '#domain/payments/gateway.types.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk } from '#shared/hk-time.ts';

/** The providers' file formats are not public. This is our own, to which an operator converts theirs. */
const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';

const isKind = (word: string): word is SettlementLine['kind'] =>
  word === 'paid' || word === 'refunded' || word === 'chargeback';

/** A line of the file: the provider's transaction id, and our attempt number if present. */
interface Written {
  transaction: string;
  attempt: string | null;
  kind: SettlementLine['kind'];
}

/** How a provider's file identifies a transaction. */
interface Naming {
  /** Unique id of the transaction across orders. Null: the line does not identify it. */
  transactionId: (written: Written) => string | null;
  /** The id under which it was reported to us. */
  factOf?: (written: Written & { name: string }) => string;
}

/** A unique number that also occurs in webhooks and responses (PayDollar, PayMe, EFT). */
const BY_NUMBER: Naming = { transactionId: ({ transaction }) => transaction };

/** Parses a settlement file; all or nothing. */
export function parseSettlementFile(file: string, naming: Naming = BY_NUMBER): SettlementLine[] {
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
    if (!isRight || !isKind(kind)) throw new DomainError('invalidParam', `line ${i + 2} does not match ${HEADER}`);
    const written: Written = { transaction: gatewayTxn, attempt: attempt || null, kind };
    const name = naming.transactionId(written);
    if (name === null) throw new DomainError('invalidParam', `line ${i + 2}: transaction "${gatewayTxn}" has no order`);
    const factTxn = naming.factOf?.({ ...written, name }) ?? name;
    return {
      gatewayTxn: name,
      factTxn,
      attempt: written.attempt,
      kind,
      cents: Number(cents),
      feeCents: Number(feeCents),
      day,
    };
  });
}
