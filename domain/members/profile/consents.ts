import type { Db, Tx } from '#db/database.ts';
import { findConsents, findLastConsent, insertConsents, type Consent } from './consents.store.ts';

export type { Consent } from './consents.store.ts';

/** Version of the current consent wording. Change it with the wording of the forms. */
const CONSENT_WORDING = '2026-11';

const MAX_CONSENTS = 500;

/** Records consents given or withdrawn, in the transaction that acts on them. `source` is the page or call. */
export const recordConsents = (
  tx: Tx,
  memberId: number,
  consents: readonly Pick<Consent, 'kind' | 'isGiven'>[],
  { source, now }: { source: string; now: Date },
): Promise<void> =>
  insertConsents(
    tx,
    consents.map((one) => ({ ...one, memberId, wording: CONSENT_WORDING, source, createdAt: now })),
  );

/** Every consent given or withdrawn, newest first. */
export const listConsents = (db: Db, memberId: number): Promise<(Consent & { id: number })[]> =>
  findConsents(db, memberId, MAX_CONSENTS);

/** Whether a parent or guardian has consented for a member. */
export const hasGuardianConsent = async (db: Db, memberId: number): Promise<boolean> =>
  (await findLastConsent(db, memberId, 'guardian')) === true;
