import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { line, paragraphs } from '#shared/text/line-schema.ts';
import { EMAIL_MAX, MAX_EVENT_SEATS, MAX_OF_FILE, MAX_SEATS, NAME_MAX } from './invitations.rules.ts';

export const guestEventIdSchema = z.number().int().min(1).max(MAX_ID);

/** A person to invite. */
export const inviteeSchema = z.object({
  given_name: line(NAME_MAX).min(1).describe('In the greeting'),
  email: z.email().max(EMAIL_MAX),
  seats: z.number().int().min(1).max(MAX_SEATS),
});
export type Invitee = z.infer<typeof inviteeSchema>;

export const inviteesSchema = z.array(inviteeSchema).min(1).max(MAX_OF_FILE);

const seconds = z.number().int().min(1).max(4_102_444_800).describe('Unix seconds');

/** What staff may set of an event. The order of the fields is that of its revision. */
export const guestEventFieldsSchema = z.strictObject({
  title: line(80).min(1).describe('Under the greeting'),
  lead: paragraphs(500),
  venue: line(120).min(1),
  doorsTs: seconds,
  startsTs: seconds,
  endsTs: seconds,
  replyByTs: seconds.describe('Deadline for replies and their changes'),
  seats: z.number().int().min(0).max(MAX_EVENT_SEATS),
  acceptHours: z.number().int().min(1).max(240).describe('For whom a seat became free to accept it'),
});
export type GuestEventFields = z.infer<typeof guestEventFieldsSchema>;
