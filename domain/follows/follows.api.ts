import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { follow, joinFollows, listFollows, listNews, unfollow } from './follows.ts';
import * as s from './follows.schema.ts';
import type { Followed } from './news.rules.ts';

const presentFollowed = ({ news, ...followed }: Followed): s.FollowedWire => ({
  ...followed,
  news: news.map(({ startsAtMs, endsAtMs, channelId, ...item }) => ({
    ...item,
    start_ts: startsAtMs / 1000,
    end_ts: endsAtMs === null ? null : endsAtMs / 1000,
    channel_id: channelId,
  })),
});

/** Calls about what a visitor follows. Following needs no plan. */
export async function followsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const context = () => ({ db, now: clock() });
  const schemaOf = <R extends z.ZodType>(summary: string, reply: R, ...refused: readonly ErrorName[]) => ({
    tags: ['follows'],
    summary,
    response: { 200: wrapped(reply), ...refusals(...refused) },
  });

  api.get(
    '/api/follows',
    {
      ...membersOnly,
      schema: schemaOf('What the member follows, the latest first', s.followsReplySchema, 'notAuthenticated'),
    },
    async (request) => ok({ items: await listFollows(context(), await memberOf(request)) }),
  );
  api.put(
    '/api/follows',
    {
      ...membersOnly,
      schema: {
        ...schemaOf(
          'Follows something',
          s.followedReplySchema,
          'notAuthenticated',
          'invalidParam',
          'dataNotFound',
          'playlistFull',
        ),
        body: s.followSchema,
      },
    },
    async (request) => {
      const { isNew } = await follow(context(), await memberOf(request), request.body);
      return ok({ is_new: isNew });
    },
  );
  api.delete(
    '/api/follows',
    {
      ...membersOnly,
      schema: {
        ...schemaOf('Stops following something', s.unfollowedReplySchema, 'notAuthenticated', 'invalidParam'),
        body: s.followSchema,
      },
    },
    async (request) => ok({ removed: await unfollow({ db }, await memberOf(request), request.body) }),
  );
  api.post(
    '/api/follows',
    {
      ...membersOnly,
      schema: {
        ...schemaOf(
          'Joins the list of a browser to that of the member',
          s.joinReplySchema,
          'notAuthenticated',
          'invalidParam',
        ),
        body: s.joinBodySchema,
      },
    },
    async (request) => {
      const { added, leftOut } = await joinFollows(context(), await memberOf(request), request.body.items);
      return ok({ added, left_out: leftOut });
    },
  );
  api.post(
    '/api/follows/news',
    {
      schema: {
        ...schemaOf('What is new of what a visitor follows', s.newsReplySchema, 'invalidParam'),
        description: 'Of a member the own list, of a guest the one in the body. Only what is public.',
        body: s.newsBodySchema,
      },
    },
    async (request) => {
      const { items = [], headlines: most } = request.body;
      const { followed, items: found } = await listNews(context(), await request.actor(), { items, most });
      return ok({ followed, items: found.map(presentFollowed) });
    },
  );
}
