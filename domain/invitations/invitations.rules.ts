import {
  field,
  oneOf,
  text,
  stringOrEmpty,
  cleaned,
  lengthOf,
  type FieldFault,
  type Form,
} from '#domain/forms/fields.rules.ts';

// Possible answers, and who is next on the waiting list. Also checked in the browser.

const ANSWERS = ['yes', 'no'] as const;
export const HELP_CHOICES = ['none', 'wheelchair', 'hearing', 'sight', 'other'] as const;
export const MAX_SEATS = 10;
/** Per file, and per event. */
export const MAX_OF_FILE = 300;
export const MAX_INVITED = 5_000;
export const MAX_EVENT_SEATS = 10_000;
/** Sent at once without a second person. */
export const SENT_ALONE = 50;
export const NAME_MAX = 60;
export const EMAIL_MAX = 200;
/** For a reason that is mailed to guests. */
export const MAX_REASON_CHARS = 500;
const NAME_CHARS = 30;

const seats = field<number>(
  (given) => {
    const value = Number(stringOrEmpty(given) || given || 0);
    return Number.isInteger(value) && value >= 0 && value <= MAX_SEATS ? { value } : { code: 'choice' };
  },
  { type: 'number', isRequired: false, input: { type: 'choice' } },
);

/** Names of companions, one per line. */
export const namesOf = (given: string): string[] =>
  given
    .split(/[\r\n,，、]+/)
    .map(cleaned)
    .filter((name) => name !== '');

const guests = field<string[]>(
  (given) => {
    const names = namesOf(stringOrEmpty(given));
    return names.some((name) => lengthOf(name) > NAME_CHARS) || names.length >= MAX_SEATS
      ? { code: 'tooLong' }
      : { value: names };
  },
  { isRequired: false, input: { type: 'multiline' } },
);

export const REPLY_FORM = {
  answer: oneOf(...ANSWERS),
  seats,
  guests,
  food: text(100, { isOptional: true }),
  help: oneOf(...HELP_CHOICES),
} as const satisfies Form;

/**
 * Faults of seats and names together: more seats than offered, or more companions than seats besides one's own.
 * Reported at the field to correct.
 */
export function faultOfSeats(
  { seats: wanted, guests: named }: { seats: number; guests: readonly string[] },
  maxSeats: number,
): FieldFault | null {
  if (wanted > maxSeats) return { field: 'seats', code: 'choice' };
  if (named.length + 1 > maxSeats) return { field: 'guests', code: 'tooLong' };
  return named.length + 1 > wanted ? { field: 'seats', code: 'choice' } : null;
}

/** The phase of an invitation: answers can be given and changed until the reply date. */
export type Phase = 'open' | 'over' | 'past' | 'cancelled';

export function phaseOf(
  { cancelledAt, replyBy, endsAt }: { cancelledAt: Date | null; replyBy: Date; endsAt: Date },
  now: Date,
): Phase {
  if (cancelledAt !== null) return 'cancelled';
  if (now >= endsAt) return 'past';
  return now >= replyBy ? 'over' : 'open';
}

interface Waiting {
  id: number;
  seats: number;
}

/**
 * Offers free seats in waiting order. An invitee who wants more than are free keeps their position and is skipped, so
 * that no seat stays empty.
 */
export function nextOffers<T extends Waiting>(waiting: readonly T[], freeSeats: number): T[] {
  let free = freeSeats;
  return waiting.filter(({ seats: wanted }) => {
    if (wanted > free) return false;
    free -= wanted;
    return true;
  });
}

/** An offer ends after a number of hours, at the latest when doors open. */
export const offerEndOf = ({ acceptHours, doorsAt }: { acceptHours: number; doorsAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + acceptHours * 3_600_000, doorsAt.getTime()));
