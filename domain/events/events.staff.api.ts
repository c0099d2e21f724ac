import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { PHASES } from './events.rules.ts';
import { getEventForStaff, listEventsForStaff } from './staff-events.ts';

const LISTED = 50;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const seconds = z.number().describe('Unix seconds');
const cents = z.number().int();
const phase = z.enum(PHASES);
const values = z.record(z.string(), z.unknown()).nullable();
const orNull = (at: Date | null): number | null => at && unixSeconds(at);

/** Beginning of the last row of a page in milliseconds, and its id. */
const positionSchema = z
  .string()
  .regex(/^\d{1,14}~\d{1,9}$/)
  .transform((text) => {
    const [at = '', of = ''] = text.split('~');
    return { startsAt: new Date(Number(at)), id: Math.min(Number(of), MAX_ID) };
  });

const listedSchema = z.object({
  event_id: z.number().int(),
  title: z.string(),
  venue: z.string(),
  phase,
  doors_ts: seconds,
  starts_ts: seconds,
  ends_ts: seconds,
  sold: z.number().int(),
  total: z.number().int(),
});

const eventSchema = z.object({
  event_id: z.number().int(),
  phase,
  sale: z.enum(['soon', 'on', 'over']),
  state_ts: seconds.nullable().describe('Last change of the state by the operator'),
  expected_ts: seconds.nullable(),
  ended_ts: seconds.nullable(),
  fields: z.object({
    title: z.string(),
    lead: z.string(),
    description: z.string(),
    venue: z.string(),
    keyart: z.string(),
    features: z.string(),
    doors_ts: seconds,
    starts_ts: seconds,
    ends_ts: seconds,
    replay_until_ts: seconds.nullable(),
    test_seconds: z.number().int(),
    price_cents: cents,
    early_price_cents: cents.nullable(),
    early_until_ts: seconds.nullable(),
    sells_from_ts: seconds,
    sells_until_ts: seconds,
    max_tickets: z.number().int(),
  }),
  stream_id: z.number().int(),
  encoders: z.array(z.object({ name: z.string(), is_active: z.boolean(), placed_ts: seconds.nullable() })),
  tickets: z.object({
    total: z.number().int(),
    sold: z.number().int(),
    held: z.number().int().describe('Reserved by orders that are not paid yet'),
    by_order: z.number().int(),
    by_code: z.number().int(),
    by_hand: z.number().int(),
  }),
  queue: z.object({ per_second: z.number(), waiting: z.number().int(), entered: z.number().int() }),
  items: z.array(
    z.object({
      position: z.number().int(),
      title: z.string(),
      planned_ts: seconds,
      started_ts: seconds.nullable(),
    }),
  ),
  messages: z.array(z.object({ message_id: z.number().int(), words: z.string(), at_ts: seconds })),
  audit: z.array(
    z.object({
      id: z.number().int(),
      at_ts: seconds,
      who: z.string(),
      action: z.string(),
      reason: z.string(),
      before: values,
      after: values,
    }),
  ),
  now_ts: seconds,
  public_url: z.string(),
});

/** Live events as their operators have them. */
export async function eventsStaffApi(
  app: FastifyInstance,
  { db, clock, siteUrl }: { db: Db; clock: () => Date; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['events'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('events.run', 'events.edit', 'events.cancel');
  api.get(
    '/api/staff/events',
    {
      schema: {
        tags,
        summary: 'Events of all phases, the latest beginnings first, fifty at once',
        querystring: z.object({
          phase: phase.optional(),
          text: z.string().trim().max(60).optional().describe('Part of the title'),
          before: positionSchema.optional().describe('`next_before` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(listedSchema), next_before: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { phase: only, text, before = null } }) => {
      const filter = { phase: only, text: text?.replaceAll('\0', '') || undefined };
      const { items, next } = await listEventsForStaff({ db, now: clock() }, filter, { before, limit: LISTED });
      return ok({
        items: items.map(({ event, phase: now, sold, total }) => ({
          event_id: event.id,
          title: event.title,
          venue: event.venue,
          phase: now,
          doors_ts: unixSeconds(event.doorsAt),
          starts_ts: unixSeconds(event.startsAt),
          ends_ts: unixSeconds(event.endedAt ?? event.endsAt),
          sold,
          total,
        })),
        next_before: next && `${next.startsAt.getTime()}~${next.id}`,
      });
    },
  );
  api.get(
    '/api/staff/events/:id',
    {
      schema: {
        tags,
        summary: 'An event with its tickets, waiting room, running order, messages and last actions',
        params: z.object({ id }),
        response: { 200: wrapped(eventSchema), ...refused },
      },
      ...guard,
    },
    async ({ params }) => {
      const now = clock();
      const { event, ...story } = await getEventForStaff({ db, now }, params.id);
      return ok({
        event_id: event.id,
        phase: story.phase,
        sale: story.sale,
        state_ts: orNull(event.stateAt),
        expected_ts: orNull(event.expectedAt),
        ended_ts: orNull(event.endedAt),
        fields: {
          title: event.title,
          lead: event.lead,
          description: event.description,
          venue: event.venue,
          keyart: event.keyart,
          features: event.features,
          doors_ts: unixSeconds(event.doorsAt),
          starts_ts: unixSeconds(event.startsAt),
          ends_ts: unixSeconds(event.endsAt),
          replay_until_ts: orNull(event.replayUntil),
          test_seconds: event.testSeconds,
          price_cents: event.priceCents,
          early_price_cents: event.earlyPriceCents,
          early_until_ts: orNull(event.earlyUntil),
          sells_from_ts: unixSeconds(event.sellsFrom),
          sells_until_ts: unixSeconds(event.sellsUntil),
          max_tickets: event.maxTickets,
        },
        stream_id: event.streamId,
        encoders: story.encoders.map(({ name, isActive, placedAt }) => ({
          name,
          is_active: isActive,
          placed_ts: orNull(placedAt),
        })),
        tickets: {
          total: story.quota.total,
          sold: story.quota.sold,
          held: story.quota.held,
          by_order: story.tickets.order,
          by_code: story.tickets.code,
          by_hand: story.tickets.hand,
        },
        queue: {
          per_second: story.queue.perSecond,
          waiting: story.queue.waiting,
          entered: story.queue.entered,
        },
        items: story.items.map(({ position, title, plannedAt, startedAt }) => ({
          position,
          title,
          planned_ts: unixSeconds(plannedAt),
          started_ts: orNull(startedAt),
        })),
        messages: story.messages.map(({ id: messageId, words, createdAt }) => ({
          message_id: messageId,
          words,
          at_ts: unixSeconds(createdAt),
        })),
        audit: story.audit.map(({ id: auditId, at, who, action, reason, before, after }) => ({
          id: auditId,
          at_ts: unixSeconds(at),
          who,
          action,
          reason,
          before,
          after,
        })),
        now_ts: unixSeconds(now),
        public_url: siteUrl + eventPaths.liveEvent(event.id),
      });
    },
  );
}
