import { email } from '#domain/forms/email.rules.ts';
import type { Form } from '#domain/forms/fields.rules.ts';

const DAY_MS = 86_400_000;

/** People besides the payer; the database enforces the same. */
export const MAX_OTHERS = 4;
/** Days for which an invitation waits; the database enforces the same. */
const INVITED_DAYS = 14;
/** A family has this many people besides the payer at once, and so many more of them in any such span. */
const MAX_CHANGES = 2;
const CHANGES_DAYS = 30;

export const invitedUntil = (now: Date): Date => new Date(now.getTime() + INVITED_DAYS * DAY_MS);
export const changesSince = (now: Date): Date => new Date(now.getTime() - CHANGES_DAYS * DAY_MS);

/** Somebody other than the payer who is in a family, or left it lately. */
export interface Other {
  memberId: number;
  leftAt: Date | null;
}

/**
 * How many people can still join, and when the next can if changes are used up. `others`: who is in the family or left
 * within `CHANGES_DAYS`. Somebody who returns is no other person.
 */
export function roomOf(others: readonly Other[]): { free: number; freeFrom: Date | null } {
  const present = others.filter(({ leftAt }) => leftAt === null).length;
  const people = new Map<number, Date | null>();
  for (const { memberId, leftAt } of others) {
    const known = people.get(memberId);
    if (known === null) continue;
    people.set(memberId, leftAt === null || known === undefined || leftAt > known ? leftAt : known);
  }
  const free = Math.max(0, Math.min(MAX_OTHERS - present, MAX_OTHERS + MAX_CHANGES - people.size));
  if (free > 0 || present >= MAX_OTHERS) return { free, freeFrom: null };
  const left = [...people.values()].filter((at) => at !== null).map((at) => at.getTime());
  return { free, freeFrom: new Date(Math.min(...left) + CHANGES_DAYS * DAY_MS) };
}

/** Whether a person can join: one who was in the family lately comes back without a change. */
export function mayJoin(others: readonly Other[], memberId: number): boolean {
  const isKnown = others.some((other) => other.memberId === memberId);
  const present = others.filter(({ leftAt }) => leftAt === null).length;
  return isKnown ? present < MAX_OTHERS : roomOf(others).free > 0;
}

/** The first seat of 2 to 5 that is not taken. */
export const freeSeat = (taken: readonly number[]): number | undefined =>
  [2, 3, 4, 5].find((seat) => !taken.includes(seat));

export type InvitationState = 'waiting' | 'own' | 'mine' | 'elsewhere' | 'full' | 'lapsed' | 'gone';

/** Fields of an invitation. */
export const FAMILY_FORM = { email } satisfies Form;
