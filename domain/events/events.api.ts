import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { playingDevice } from '#domain/playback/playing-device.rules.ts';
import { playQuerySchema } from '#domain/playback/play-query.schema.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { playEvent } from './event-play.ts';
import type { EventServices } from './event-services.ts';
import { getEvent, getOwnEvent, getStrip } from './events.ts';
import { presentOwnEvent, presentEntry, presentStrip } from './events.present.ts';
import { isOnAir } from './events.rules.ts';
import {
  eventParamsSchema,
  eventPlayReplySchema,
  eventReplySchema,
  giveBodySchema,
  entryReplySchema,
  stripReplySchema,
  ticketParamsSchema,
} from './events.schema.ts';
import { removeReminder, setReminder } from './reminders.ts';
import { giveTicket } from './tickets.ts';

const tags = ['live events'];

/** Answers common to all viewers may be cached two seconds anywhere. */
const STRIP_CACHE = 'public, max-age=2, s-maxage=2';

/** Public calls. */
async function publicCalls(app: FastifyInstance, { services, readDb, clock }: EventCalls): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/live-event/:id/strip',
    {
      schema: {
        tags,
        summary: 'Status of an event, messages of the station, and its running order',
        params: eventParamsSchema,
        response: { 200: wrapped(stripReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const now = clock();
      const strip = await getStrip({ db: readDb, primary: services.db, now }, params.id);
      void reply.header('cache-control', STRIP_CACHE);
      return ok(presentStrip(strip, now));
    },
  );
}

interface EventCalls {
  services: EventServices;
  /** For what is the same for everyone. */
  readDb: ReadDb;
  clock: () => Date;
}

/** Checks that a ticket holder may join the waiting room or ask for their position. */
async function demandTicket({ services, clock }: EventCalls, { memberId }: MemberActor, eventId: number) {
  const now = clock();
  const event = await getEvent({ db: services.db, now }, eventId);
  if ((await services.entrance.ticketsOf({ eventId, memberId })) === 0)
    throw new DomainError('noRightToPlay', { requires: 'ticket' });
  if (!isOnAir(event.phase)) throw new DomainError('conflict', { state: event.phase });
  return { event, now };
}

async function ownCalls(app: FastifyInstance, deps: EventCalls): Promise<void> {
  const { services, clock } = deps;
  const { db } = services;
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.get(
    '/api/live-event/:id',
    {
      schema: {
        tags,
        summary: 'An event, with the member’s ticket',
        params: eventParamsSchema,
        response: { 200: wrapped(eventReplySchema), ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      return ok(presentOwnEvent(await getOwnEvent({ db, now: clock() }, actor, request.params.id)));
    },
  );

  const entry = {
    tags,
    params: eventParamsSchema,
    response: {
      200: wrapped(entryReplySchema),
      ...refusals('notAuthenticated', 'invalidParam', 'noRightToPlay', 'dataNotFound', 'conflict'),
    },
  };
  api.post(
    '/api/live-event/:id/place',
    { schema: { ...entry, summary: 'Enters the waiting room, or returns to the same entry' }, ...membersOnly },
    async (request) => {
      const actor = await memberOf(request);
      const { event, now } = await demandTicket(deps, actor, request.params.id);
      return ok(presentEntry(await services.room.come(event.queueId, actor.memberId, now)));
    },
  );
  api.get(
    '/api/live-event/:id/place',
    { schema: { ...entry, summary: 'The member’s state in the waiting room; 6: not in it' }, ...membersOnly },
    async (request) => {
      const { memberId } = await memberOf(request);
      const now = clock();
      // Polled by everyone waiting; the right was checked on arrival, and is checked again on playback.
      const { queueId } = await getEvent({ db, now }, request.params.id);
      const standing = await services.room.look(queueId, memberId, now);
      if (standing === null) throw new DomainError('dataNotFound', 'the member has no entry in this waiting room');
      return ok(presentEntry(standing));
    },
  );

  api.get(
    '/api/live-event/:id/playback',
    {
      schema: {
        tags,
        summary: 'Signed URLs of an event’s video, for an admitted ticket holder',
        description:
          'Under one lease for each ticket: 121003 with `playing` where other devices have them. `notYourTurn` (409) with the entry in the waiting room while others are before; without one, come first.',
        params: eventParamsSchema,
        querystring: playQuerySchema,
        response: {
          200: wrapped(eventPlayReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'dataNotFound',
            'noRightToPlay',
            'notYourTurn',
            'tooManyKnownDevices',
            'tooManyDevices',
          ),
        },
      },
    },
    async (request) => {
      const { device_key: key, device_name: name, take_over_lease: leaseId, take_over_epoch: epoch } = request.query;
      if ((leaseId === undefined) !== (epoch === undefined))
        throw new DomainError('invalidParam', 'take_over_lease and take_over_epoch must be given together');
      const actor = await request.actor();
      const asked = {
        eventId: request.params.id,
        device: playingDevice(actor, { key, name, userAgent: request.headers['user-agent'] }),
        takeOver: leaseId !== undefined && epoch !== undefined ? { leaseId, epoch } : undefined,
        sessionToken: secretOf(request.headers.cookie, SESSION_COOKIES.session),
      };
      return ok(await playEvent(services, actor, asked, { now: clock() }));
    },
  );

  const reminder = {
    tags,
    params: eventParamsSchema,
    response: {
      200: wrapped(emptyReplySchema),
      ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound', 'conflict'),
    },
  };
  api.post(
    '/api/live-event/:id/reminder',
    { schema: { ...reminder, summary: 'Requests a reminder by mail an hour before the event' }, ...membersOnly },
    async (request) => {
      await setReminder(db, await memberOf(request), request.params.id, clock());
      return ok({});
    },
  );
  api.delete(
    '/api/live-event/:id/reminder',
    { schema: { ...reminder, summary: 'Cancels the reminder' }, ...membersOnly },
    async (request) => {
      await removeReminder(db, await memberOf(request), request.params.id);
      return ok({});
    },
  );

  api.post(
    '/api/live-event/ticket/:id/give',
    {
      schema: {
        tags,
        summary: 'Transfers a ticket to a member with a verified address; once, before admission starts',
        description:
          '10011 where its member logged in more than 15 minutes ago and gives no password, or a wrong one; `needs` says what to do: `password`, or `log-in` of who has none.',
        params: ticketParamsSchema,
        body: giveBodySchema,
        response: {
          200: wrapped(emptyReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'dataNotFound',
            'userNotFound',
            'oldPasswordMismatch',
            'conflict',
            'tooManyRequests',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { id: ticketId } = request.params;
      const { email, password } = request.body;
      await giveTicket(services, await memberOf(request), { ticketId, email, password }, clock());
      return ok({});
    },
  );
}

/** Calls that live event pages make after load (RT-072). */
export async function eventsApi(app: FastifyInstance, deps: EventCalls): Promise<void> {
  await app.register((scope) => publicCalls(scope, deps));
  await app.register((scope) => ownCalls(scope, deps));
}
