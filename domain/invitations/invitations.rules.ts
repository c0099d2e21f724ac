import {
  field,
  oneOf,
  text,
  textOf,
  cleaned,
  lengthOf,
  type FieldFault,
  type Form,
} from '#domain/forms/fields.rules.ts';

// What an invited one may answer, and who of a waiting list is next. The browser checks the same.

const ANSWERS = ['yes', 'no'] as const;
export const HELP_CHOICES = ['none', 'wheelchair', 'hearing', 'sight', 'other'] as const;
const MOST_SEATS = 10;
const NAME_CHARS = 30;

const seats = field<number>(
  (given) => {
    const value = Number(textOf(given) || given || 0);
    return Number.isInteger(value) && value >= 0 && value <= MOST_SEATS ? { value } : { code: 'choice' };
  },
  { type: 'number', isRequired: false, input: { type: 'choice' } },
);

/** Names of who comes along, one a line. */
export const namesOf = (given: string): string[] =>
  given
    .split(/[\r\n,，、]+/)
    .map(cleaned)
    .filter((name) => name !== '');

const guests = field<string[]>(
  (given) => {
    const names = namesOf(textOf(given));
    return names.some((name) => lengthOf(name) > NAME_CHARS) || names.length >= MOST_SEATS
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
 * What is wrong with seats and names together: more than were offered, or more friends than seats beside one's own. The fault
 * stands at the field that mends it.
 */
export function faultOfSeats(
  { seats: wanted, guests: named }: { seats: number; guests: readonly string[] },
  maxSeats: number,
): FieldFault | null {
  if (wanted > maxSeats) return { field: 'seats', code: 'choice' };
  if (named.length + 1 > maxSeats) return { field: 'guests', code: 'tooLong' };
  return named.length + 1 > wanted ? { field: 'seats', code: 'choice' } : null;
}

/** Where an invitation stands in time: answers are taken and changed until the day the station named. */
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
 * Who is offered what became free: in the order of waiting. Who wants more than there is keeps their place and lets the next
 * one by, so no seat stays empty for them.
 */
export function nextOffers<T extends Waiting>(waiting: readonly T[], freeSeats: number): T[] {
  let free = freeSeats;
  return waiting.filter(({ seats: wanted }) => {
    if (wanted > free) return false;
    free -= wanted;
    return true;
  });
}

/** An offer ends after so many hours, and never after the doors are open. */
export const offerEndOf = ({ acceptHours, doorsAt }: { acceptHours: number; doorsAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + acceptHours * 3_600_000, doorsAt.getTime()));
