import type { GuestEventFields } from '#domain/invitations/guest-events.schema.ts';
import type { AuditLine } from '../events/event-types.ts';

type Help = 'none' | 'wheelchair' | 'hearing' | 'sight' | 'other';
type State = 'open' | 'yes' | 'no' | 'waiting' | 'offered' | 'lapsed';

export interface GuestEvent {
  event_id: number;
  title: string;
  venue: string;
  doors_ts: number;
  starts_ts: number;
  ends_ts: number;
  reply_by_ts: number;
  seats: number;
  phase: 'open' | 'over' | 'past' | 'cancelled';
  cancelled_why: string | null;
  replies: { state: State; invitations: number; seats: number }[];
}

export interface OpenGuestEvent extends GuestEvent {
  items: {
    invitation_id: number;
    given_name: string;
    state: State;
    max_seats: number;
    seats: number;
    guests: string[];
    food: string | null;
    help: Help;
    answered_ts: number | null;
    offer_ends_ts: number | null;
  }[];
  waiting: { invitation_id: number; given_name: string; seats: number; since_ts: number }[];
  /** More people admitted than seats. */
  doubles: { invitation_id: number; given_name: string; seats: number; scans: DoorScan[] }[];
  fields: GuestEventFields;
  revision: string;
  next_after_id: number | null;
  audit: AuditLine[];
}

/** Accepted seats, and offered ones. */
export const takenOf = ({ replies }: Pick<GuestEvent, 'replies'>): number =>
  replies.reduce((sum, { state, seats }) => (state === 'yes' || state === 'offered' ? sum + seats : sum), 0);

/** Somebody let in at a door, or a correction of that. */
export interface DoorScan {
  id: string;
  door: string;
  seats: number;
  corrects: string | null;
  at_ts: number;
}

/** An invitation of the list of the door. */
export interface Comer {
  invitation_id: number;
  given_name: string;
  seats: number;
  guests: string[];
  food: string | null;
  help: Help;
  code_hashes: string[];
  scans: DoorScan[];
}

export interface DoorList {
  event_id: number;
  title: string;
  starts_ts: number;
  ends_ts: number;
  items: Comer[];
}
