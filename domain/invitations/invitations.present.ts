import { unixSeconds } from '#shared/hk-time.ts';
import type { z } from 'zod';
import type { invitationReplySchema } from './invitations.schema.ts';
import type { Invitation } from './invitations.ts';

export function presentInvitation(invitation: Invitation): z.infer<typeof invitationReplySchema> {
  const { id, givenName, event, phase, state, maxSeats, seats, guests, position, offerEndsAt } = invitation;
  return {
    invitation_id: id,
    given_name: givenName,
    title: event.title,
    lead: event.lead,
    place: event.venue,
    doors_ts: unixSeconds(event.doorsAt),
    starts_ts: unixSeconds(event.startsAt),
    ends_ts: unixSeconds(event.endsAt),
    reply_by_ts: unixSeconds(event.replyBy),
    phase,
    cancelled_why: event.cancelledWhy,
    state,
    max_seats: maxSeats,
    seats,
    guests,
    waiting_place: position,
    offer_ends_ts: offerEndsAt && unixSeconds(offerEndsAt),
  };
}
