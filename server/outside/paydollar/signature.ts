import { createHash } from 'node:crypto';
import { isSameText } from '#server/outside/same-text.ts';

type Hash = 'sha1' | 'sha256' | 'sha512';

export interface HashKey {
  hash: Hash;
  /** The first signs; all are believed, so that one can be put in the other's place while notices are under way. */
  secrets: readonly string[];
}

/** A notice lists one hash for each secret it knows; nobody has more than a few. */
const MAX_GIVEN = 8;

const hashOf = (hash: Hash, parts: readonly string[], secret: string): string =>
  createHash(hash)
    .update([...parts, secret].join('|'), 'utf8')
    .digest('hex');

/** The `secureHash` of a payment; `amount` as the very text that is sent. */
export const signPayment = (
  { hash, secrets }: HashKey,
  sent: { merchantId: string; orderRef: string; currCode: string; amount: string; payType: string },
): string => hashOf(hash, [sent.merchantId, sent.orderRef, sent.currCode, sent.amount, sent.payType], secrets[0] ?? '');

const SIGNED = ['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth'] as const;

/** Whether a notice comes from who knows one of the secrets; each hash is compared in constant time. */
export function isSignedNotice({ hash, secrets }: HashKey, fields: URLSearchParams): boolean {
  const parts = SIGNED.map((name) => fields.get(name) ?? '');
  const given = (fields.get('secureHash') ?? '').toLowerCase().split(',', MAX_GIVEN);
  return secrets.some((secret) => {
    const right = hashOf(hash, parts, secret);
    return given.some((entry) => isSameText(entry.trim(), right));
  });
}
