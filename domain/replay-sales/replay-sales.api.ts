import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { hasEnded } from '#domain/archive/archive.rules.ts';
import type { PlayServices } from '#domain/archive/playing/archive-play.ts';
import { getSection, type Broadcast } from '#domain/archive/archive.ts';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { listPurchased, priceOf } from './rights.ts';
import {
  ownReplaysReplySchema,
  replayOfferQuerySchema,
  replayOfferReplySchema,
  type OwnReplayWire,
} from './replay-sales.schema.ts';
import type { PurchaseRow } from './replay-sales.store.ts';

const tags = ['programarchives'];

function stateOf({ endedAt, endsAt }: PurchaseRow, broadcast: Broadcast | null, now: Date): OwnReplayWire['state'] {
  if (endedAt !== null) return 'refunded';
  if (endsAt <= now) return 'over';
  return broadcast === null || hasEnded(broadcast, now) ? 'withdrawn' : 'running';
}

/** Calls about replays that are bought one by one. */
export async function replaySalesApi(
  app: FastifyInstance,
  {
    services: { db, settings, ownedBroadcasts },
    clock,
  }: { services: Pick<PlayServices, 'db' | 'settings' | 'ownedBroadcasts'>; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  api.get(
    '/api/replaysales/offer',
    {
      schema: {
        tags,
        summary: 'The price of the broadcast of a section, and whether the caller may play it without a plan',
        querystring: replayOfferQuerySchema,
        response: { 200: wrapped(replayOfferReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async (request) => {
      const now = clock();
      const section = await getSection(db, request.query.section_id);
      if (section === undefined) throw new DomainError('dataNotFound');
      const { broadcast } = section;
      const actor = await request.actor();
      const owned = actor.kind === 'member' ? await ownedBroadcasts(db, [actor.memberId], now) : null;
      const isOwned = actor.kind === 'member' && owned?.get(actor.memberId)?.has(broadcast.id) === true;
      return ok({
        program_archive_id: broadcast.id,
        price_cents: await priceOf({ db, settings, now }, broadcast),
        is_owned: isOwned,
      });
    },
  );

  api.get(
    '/api/replaysales/my',
    {
      schema: {
        tags,
        summary: 'Replays that the caller has bought, newest first',
        response: { 200: wrapped(ownReplaysReplySchema), ...refusals('notAuthenticated') },
      },
      ...membersOnly,
    },
    async (request) => {
      const now = clock();
      const { memberId } = await memberOf(request);
      const items = await listPurchased(db, memberId);
      return ok({
        items: items.map(({ purchase, archiveId, broadcast }) => ({
          program_archive_id: archiveId,
          title: broadcast ? (broadcast.title ?? broadcast.programTitle) : '',
          broadcast_day: broadcast?.dayHk ?? null,
          order_id: purchase.orderId,
          paid_cents: purchase.paidCents,
          bought_ts: unixSeconds(purchase.boughtAt),
          expires_ts: unixSeconds(purchase.endsAt),
          state: stateOf(purchase, broadcast, now),
        })),
      });
    },
  );
}
