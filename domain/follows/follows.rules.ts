import type { FollowKind } from '#shared/follow-kinds.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Kept in a guest's browser, and sent with each request for news. */
export const MAX_GUEST_FOLLOWS = 200;
export const MAX_FOLLOWS = 500;
/** Length of a subject, as the table has it. */
export const SUBJECT_LETTERS = 120;

export interface Followable {
  kind: FollowKind;
  subject: string;
}

/** Identifies what is followed in a list. */
export const followKey = ({ kind, subject }: Followable): string => `${kind}:${subject}`;

/** The id that a subject is, of the kinds whose subjects are ids; null: none. */
export function idOf(subject: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(subject) ? Number(subject) : 0;
  return isPossibleId(id) ? id : null;
}
