import type { Db, Tx } from '#db/database.ts';
import { findConsents, findLastConsent, insertConsents, type Consent } from './consents.store.ts';

export type { Consent } from './consents.store.ts';

/** Version of the words that consents are given to at present: changes with the words of the forms. */
const CONSENT_WORDING = '2026-11';

const MAX_CONSENTS = 500;

/** Writes down what was agreed to or taken back, in the transaction that acts on it. `source` is the page or call. */
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

/** Every consent given or taken back, newest first. */
export const listConsents = (db: Db, memberId: number): Promise<(Consent & { id: number })[]> =>
  findConsents(db, memberId, MAX_CONSENTS);

/** Whether a parent or guardian agreed for a member. */
export const hasGuardianConsent = async (db: Db, memberId: number): Promise<boolean> =>
  (await findLastConsent(db, memberId, 'guardian')) === true;
