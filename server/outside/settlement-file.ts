import type { SettlementLine } from '#domain/payments/gateway.types.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk } from '#shared/hk-time.ts';

/** What providers' own files look like is not public: this is ours, to which an operator brings theirs. */
const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';

const isKind = (word: string): word is SettlementLine['kind'] =>
  word === 'paid' || word === 'refunded' || word === 'chargeback';

/** A transaction as the provider writes it in its file, and our number of the attempt where the line has it. */
interface Written {
  transaction: string;
  attempt: string | null;
  kind: SettlementLine['kind'];
}

/** How a provider's file names a transaction; null: the line does not say which one it is. */
interface Naming {
  /** The name that is the transaction's alone, whatever its order. */
  nameOf: (written: Written) => string | null;
  /** The name by which we were told of it. */
  factOf?: (written: Written & { name: string }) => string;
}

/** A number that the provider gives once, and that notices and answers have as well (PayDollar, PayMe, EFT). */
const BY_NUMBER: Naming = { nameOf: ({ transaction }) => transaction };

/** Reads all of a settlement file, or none of it. */
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
    if (!isRight || !isKind(kind)) throw new DomainError('invalidParam', `line ${i + 2} is not one of ${HEADER}`);
    const written: Written = { transaction: gatewayTxn, attempt: attempt || null, kind };
    const name = naming.nameOf(written);
    if (name === null)
      throw new DomainError('invalidParam', `line ${i + 2}: ${gatewayTxn} says nothing without its order`);
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
