import { randomInt } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { formatNumber } from '#domain/payments/payments.rules.ts';
import { insertAttempt, type AttemptRow } from '#domain/payments/payments.store.ts';

const DIGITS = 100_000_000;

/** A possibly free number of a kind. Random, so that order volume cannot be inferred. */
export const drawNumber = (kind: string, now: Date): string => formatNumber(kind, now, randomInt(DIGITS));

/** Inserts an attempt under a new unique number. */
export async function insertNumbered(
  tx: Tx,
  kind: string,
  attempt: Omit<Parameters<typeof insertAttempt>[1], 'number'> & { createdAt: Date },
): Promise<AttemptRow> {
  for (;;) {
    const row = await insertAttempt(tx, { ...attempt, number: drawNumber(kind, attempt.createdAt) });
    if (row) return row;
  }
}
