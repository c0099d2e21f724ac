import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { doorScansSchema } from './entrance.schema.ts';
import { takeScans } from './entrance.ts';
import { guestEventFieldsSchema, guestEventIdSchema, inviteeSchema, inviteesSchema } from './guest-events.schema.ts';
import { addGuestEvent, inviteMany, saveGuestEvent } from './guest-events.ts';
import { cancelEvent, invite } from './invitations.ts';
import { MAX_REASON_CHARS, SENT_ALONE } from './invitations.rules.ts';

const revision = z
  .string()
  .max(64)
  .describe('Revision that the edit was made from; 409 with the present fields at any other');

/** Staff actions with invitations. What they mail is not taken back. */
export const invitationActions = (links: { siteUrl: string }): StaffAction[] => [
  staffAction({
    name: 'invitations.add-event',
    permission: 'invitations.send',
    input: z.object({ fields: guestEventFieldsSchema }),
    needsReason: false,
    assigned: ['subject_id'],
    async run(tx, call, { fields }) {
      return { result: { event_id: await addGuestEvent(tx, call, fields) } };
    },
  }),
  staffAction({
    name: 'invitations.save-event',
    permission: 'invitations.send',
    input: z.object({ event_id: guestEventIdSchema, base: revision, fields: guestEventFieldsSchema }),
    needsReason: false,
    async run(tx, call, { event_id: id, base, fields }) {
      const { after, revision: saved } = await saveGuestEvent(tx, links, call, { id, base, fields });
      return { result: { fields: after, revision: saved } };
    },
  }),
  staffAction({
    name: 'invitations.import',
    permission: 'invitations.send',
    input: z.object({ event_id: guestEventIdSchema, people: inviteesSchema }),
    needsReason: false,
    secondPerson: {
      permission: 'invitations.send',
      isNeeded: async (_tx, _call, { people: all }) => all.length > SENT_ALONE,
    },
    async run(tx, call, { event_id: eventId, people: all }) {
      return { result: await inviteMany(tx, links, call, { eventId, people: all }) };
    },
  }),
  staffAction({
    name: 'invitations.scan',
    permission: 'invitations.send',
    input: z.object({ event_id: guestEventIdSchema, scans: doorScansSchema }),
    needsReason: false,
    async run(tx, call, { event_id: eventId, scans }) {
      return { result: { answers: await takeScans(tx, call, { eventId, scans }) } };
    },
  }),
  staffAction({
    name: 'invitations.create',
    permission: 'invitations.send',
    input: inviteeSchema.extend({ event_id: guestEventIdSchema }),
    needsReason: false,
    assigned: ['invitation'],
    async run(tx, { hand, now }, { event_id: id, given_name: givenName, email, seats }) {
      const invitation = await invite(tx, links, { eventId: id, givenName, email, maxSeats: seats });
      const entry = { action: 'invitations.create', subject: ['guest-event', id], after: { invitation } } as const;
      await recordAudit(tx, hand, entry, now);
      return { result: { invitation_id: invitation } };
    },
  }),
  staffAction({
    name: 'invitations.cancel-event',
    permission: 'invitations.send',
    input: z.object({
      event_id: guestEventIdSchema,
      words: z
        .string()
        .trim()
        .min(1)
        .max(MAX_REASON_CHARS)
        .refine((text) => text.isWellFormed() && !text.includes('\0'), 'no text')
        .describe('Why, as mailed to all who come or wait'),
    }),
    needsProof: true,
    async run(tx, { hand, now }, { event_id: id, words }) {
      const told = await cancelEvent(tx, links, { eventId: id, why: words }, now);
      const entry = { action: 'invitations.cancel-event', subject: ['guest-event', id], after: { told } } as const;
      await recordAudit(tx, hand, entry, now);
      return { result: { told } };
    },
  }),
];
