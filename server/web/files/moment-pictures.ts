import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Db } from '#db/database.ts';
import { momentAt } from '#domain/moments/moments.ts';
import { ChannelBit, isChannelId } from '#shared/enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { drawHeadline, groundOf } from './headline-pictures.ts';
import type { PictureSources } from './picture-sources.ts';

/** In memory: every second of every stream may be asked for, and few are asked for twice. */
const KEPT_PICTURES = 100;
/** Further requests get the ordinary picture, so that nobody can occupy a core by asking for second after second. */
const WAITING_MAX = 8;
/** The picture of pages without one of their own. */
const ORDINARY = '/social.jpg';

const ADDRESS = /^(\d{1,10})\/(\d{9,10})\.jpg$/;

/**
 * `GET /social/moments/:stream/:seconds.jpg`: the link preview of an instant, with its time and what was said or played
 * then, over the picture of its programme. What is not public, or never was, gets the ordinary picture.
 */
export async function momentPictures(
  app: FastifyInstance,
  { db, sources, clock }: { db: Db; sources: PictureSources; clock: () => Date },
): Promise<void> {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_PICTURES });
  const inTurn = pLimit(1);

  app.get<{ Params: { '*': string } }>('/social/moments/*', { schema: { hide: true } }, async (request, reply) => {
    const [, stream = '', seconds = ''] = ADDRESS.exec(request.params['*']) ?? [];
    const [streamId, at] = [Number(stream), new Date(Number(seconds) * 1000)];
    // What was withdrawn must leave every cache within five seconds.
    void reply.header('Cache-Control', 'public, max-age=300, s-maxage=4');
    const isAsked = stream !== '' && isPossibleId(streamId) && at <= clock();
    const { section, said, song } = isAsked ? await momentAt({ db }, { streamId, at }) : { section: null };
    if (section === null || inTurn.pendingCount >= WAITING_MAX) return reply.redirect(ORDINARY);
    const { broadcast } = section;
    const art = await groundOf(sources, broadcast.keyart);
    const programme = broadcast.title ?? broadcast.programTitle;
    const headline = {
      title: said ?? (song ? `♪ ${song.title}` : programme),
      label: `${dateTimeHk(at)}　${said || song ? programme : ''}`.trim(),
      channelBitwise: isChannelId(streamId) ? ChannelBit[streamId] : broadcast.channelBitwise,
    };
    const version = JSON.stringify([headline, art?.hash]);
    const picture =
      kept.get(version) ??
      inTurn(async () => drawHeadline(headline, art === null ? null : await art.open().catch(() => null)));
    kept.set(version, picture);
    picture.catch(() => kept.delete(version));
    return reply.type('image/jpeg').send(await picture);
  });
}
