import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { listAudit } from '#domain/audit/audit.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listDoubles, presentScan } from './entrance.ts';
import { shownScanSchema } from './entrance.staff.api.ts';
import { guestEventFieldsSchema } from './guest-events.schema.ts';
import { fieldsOfEvent, revisionOfEvent } from './guest-events.ts';
import { HELP_CHOICES, phaseOf } from './invitations.rules.ts';
import { countByState, findGuestEvent, listGuestEvents, listInvitations, listWaiting } from './invitations.ts';

const EVENTS_LISTED = 100;
const INVITATIONS_LISTED = 100;
const WAITING_LISTED = 100;
const DOUBLES_LISTED = 100;
const AUDIT_LISTED = 30;

const id = z.coerce.number().int().min(1).max(MAX_ID);
const count = z.number().int();
const seconds = z.number().describe('Unix seconds');
const state = z.enum(['open', 'yes', 'no', 'waiting', 'offered', 'lapsed']);

const eventSchema = z.object({
  event_id: z.number().int(),
  title: z.string(),
  venue: z.string(),
  doors_ts: seconds,
  starts_ts: seconds,
  ends_ts: seconds,
  reply_by_ts: seconds,
  seats: count,
  phase: z.enum(['open', 'over', 'past', 'cancelled']),
  cancelled_why: z.string().nullable(),
  replies: z.array(z.object({ state, invitations: count, seats: count })),
});

/** Events that people are invited to, and their replies. Addresses of mail are shown to nobody. */
export async function invitationsStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['invitations'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('invitations.send');

  async function present(events: Awaited<ReturnType<typeof listGuestEvents>>) {
    const counts = await countByState(
      db,
      events.map((event) => event.id),
    );
    const now = clock();
    return events.map((event) => ({
      event_id: event.id,
      title: event.title,
      venue: event.venue,
      doors_ts: unixSeconds(event.doorsAt),
      starts_ts: unixSeconds(event.startsAt),
      ends_ts: unixSeconds(event.endsAt),
      reply_by_ts: unixSeconds(event.replyBy),
      seats: event.seats,
      phase: phaseOf(event, now),
      cancelled_why: event.cancelledWhy,
      replies: counts
        .filter(({ eventId }) => eventId === event.id)
        .map(({ state: of, invitations, seats }) => ({ state: of, invitations, seats })),
    }));
  }

  api.get(
    '/api/staff/guest-events',
    {
      schema: {
        tags,
        summary: 'Events with invitations, the latest beginnings first, at most a hundred',
        response: { 200: wrapped(z.object({ items: z.array(eventSchema) })), ...refused },
      },
      ...guard,
    },
    async () => ok({ items: await present(await listGuestEvents(db, EVENTS_LISTED)) }),
  );
  api.get(
    '/api/staff/guest-events/:id',
    {
      schema: {
        tags,
        summary: 'An event with its invitations, a hundred at once, and its last actions',
        params: z.object({ id }),
        querystring: z.object({
          after_id: id.optional().describe('`next_after_id` of the page before'),
          state: state.optional(),
        }),
        response: {
          200: wrapped(
            eventSchema.extend({
              items: z.array(
                z.object({
                  invitation_id: z.number().int(),
                  given_name: z.string(),
                  state,
                  max_seats: count,
                  seats: count,
                  guests: z.array(z.string()),
                  food: z.string().nullable(),
                  help: z.enum(HELP_CHOICES),
                  answered_ts: seconds.nullable(),
                  offer_ends_ts: seconds.nullable().describe('A freed seat is theirs until then'),
                }),
              ),
              waiting: z
                .array(
                  z.object({
                    invitation_id: z.number().int(),
                    given_name: z.string(),
                    seats: count,
                    since_ts: seconds,
                  }),
                )
                .describe('Next first, at most a hundred'),
              doubles: z
                .array(
                  z.object({
                    invitation_id: z.number().int(),
                    given_name: z.string(),
                    seats: count,
                    scans: z.array(shownScanSchema),
                  }),
                )
                .describe('Invitations of which more people were let in than have a seat, at most a hundred'),
              fields: guestEventFieldsSchema,
              revision: z.string(),
              next_after_id: z.number().int().nullable(),
              audit: z.array(
                z.object({
                  id: z.number().int(),
                  at_ts: seconds,
                  who: z.string(),
                  action: z.string(),
                  reason: z.string(),
                }),
              ),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ params, query: { after_id: afterId, state: of } }) => {
      const event = await findGuestEvent(db, params.id);
      if (event === null) throw new DomainError('dataNotFound');
      const [[shown], found, waiting, doubles, audit] = await Promise.all([
        present([event]),
        listInvitations(db, event.id, INVITATIONS_LISTED + 1, { afterId, state: of }),
        listWaiting(db, event.id),
        listDoubles(db, event.id, DOUBLES_LISTED),
        listAudit(db, { subject: { kind: 'guest-event', id: String(event.id) } }, AUDIT_LISTED),
      ]);
      const items = found.slice(0, INVITATIONS_LISTED);
      return ok({
        ...shown!,
        items: items.map((row) => ({
          invitation_id: row.id,
          given_name: row.givenName,
          state: row.state,
          max_seats: row.maxSeats,
          seats: row.seats,
          guests: row.guests,
          food: row.food,
          help: row.help,
          answered_ts: row.answeredAt && unixSeconds(row.answeredAt),
          offer_ends_ts: row.offerEndsAt && unixSeconds(row.offerEndsAt),
        })),
        waiting: waiting.slice(0, WAITING_LISTED).map((row) => ({
          invitation_id: row.id,
          given_name: row.givenName,
          seats: row.seats,
          since_ts: unixSeconds(row.waitingSince!),
        })),
        doubles: doubles.map(({ id: invitationId, givenName, seats, scans }) => ({
          invitation_id: invitationId,
          given_name: givenName,
          seats,
          scans: scans.map(presentScan),
        })),
        fields: fieldsOfEvent(event),
        revision: revisionOfEvent(event),
        next_after_id: found.length > items.length ? (items.at(-1)?.id ?? null) : null,
        audit: audit.map(({ id: auditId, at, who, action, reason }) => ({
          id: auditId,
          at_ts: unixSeconds(at),
          who,
          action,
          reason,
        })),
      });
    },
  );
}
