import { createHash } from 'node:crypto';
import { isSameText } from '#server/outside/same-text.ts';

type Hash = 'sha1' | 'sha256' | 'sha512';

export interface HashKey {
  hash: Hash;
  /** The first secret signs; signatures by any of them are accepted, to allow rotation while webhooks are in flight. */
  secrets: readonly string[];
}

/** Webhooks contain one hash per secret, of which there are only a few. */
const MAX_GIVEN = 8;

const hashOf = (hash: Hash, parts: readonly string[], secret: string): string =>
  createHash(hash)
    .update([...parts, secret].join('|'), 'utf8')
    .digest('hex');

/** The `secureHash` of a payment; `amount` exactly as sent. */
export const signPayment = (
  { hash, secrets }: HashKey,
  sent: { merchantId: string; orderRef: string; currCode: string; amount: string; payType: string },
): string => hashOf(hash, [sent.merchantId, sent.orderRef, sent.currCode, sent.amount, sent.payType], secrets[0] ?? '');

const SIGNED = ['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth'] as const;

/** Verifies a webhook against any of the secrets; each hash is compared in constant time. */
export function isSignedNotice({ hash, secrets }: HashKey, fields: URLSearchParams): boolean {
  const parts = SIGNED.map((name) => fields.get(name) ?? '');
  const given = (fields.get('secureHash') ?? '').toLowerCase().split(',', MAX_GIVEN);
  return secrets.some((secret) => {
    const right = hashOf(hash, parts, secret);
    return given.some((entry) => isSameText(entry.trim(), right));
  });
}
