import type { ReadDb, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { findStanding } from '../article-edit.store.ts';
import type { ArticleCard } from '../articles.schema.ts';
import { listArticles } from '../articles.ts';
import { findOfTypes } from '../articles.store.ts';
import { HOME_ORDER_TAG, HOME_SHELVES, MAX_PINS, pinnedFirst, type HomeShelf } from './home-order.rules.ts';
import { findPinned, findPins, lockPins, replacePins, type HomePin } from './home-order.store.ts';

export type { HomePin } from './home-order.store.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** Articles of a shelf of the home page: those that editors put first, then the newest. */
export async function listHomeShelf({ db, now }: Context, shelf: HomeShelf, limit: number): Promise<ArticleCard[]> {
  const type = HOME_SHELVES[shelf];
  const key = { key: `home order ${shelf}`, tags: [HOME_ORDER_TAG, `articles:${type}`] };
  const pinned = await cachedQuery(db, key, async () => {
    const pins = await findPins(db, shelf, now);
    const ids = pins.map(({ articleId }) => articleId);
    return { pins, cards: ids.length === 0 ? [] : await findOfTypes(db, ids, [type], MAX_PINS) };
  });
  const until = new Map(pinned.pins.map(({ articleId, untilAt }) => [articleId, untilAt]));
  const holding = pinned.cards.filter(({ id }) => {
    const untilAt = until.get(id);
    return !untilAt || untilAt > now;
  });
  const { articles } = await listArticles({ db }, { contentTypes: [type] }, { limit: limit + holding.length });
  return pinnedFirst(holding, articles, limit);
}

/** Pinned articles of a shelf in any state, for the desk. */
export const listPinned = ({ db, now }: Context, shelf: HomeShelf) => findPinned(db, shelf, now);

const shown = (pins: readonly HomePin[]) => ({
  articles: pins.map(({ articleId, untilAt }) => `${articleId}${untilAt ? ` until ${untilAt.toISOString()}` : ''}`),
});

/**
 * Puts articles first on a shelf, in order. `conflict` if others than `seen` are first by now. Returns the former ones.
 */
export async function orderHomeShelf(
  tx: Tx,
  { hand, now }: { hand: Hand; now: Date },
  { shelf, pins, seen }: { shelf: HomeShelf; pins: readonly HomePin[]; seen: readonly number[] },
): Promise<HomePin[]> {
  const former = await lockPins(tx, shelf, now);
  if (former.map(({ articleId }) => articleId).join() !== seen.join()) throw refused('edited-since');
  for (const [i, { articleId, untilAt }] of pins.entries()) {
    const article = await findStanding(tx, articleId);
    const fault =
      article === null || article.contentType !== HOME_SHELVES[shelf]
        ? 'pin-not-of-shelf'
        : pins.findIndex((pin) => pin.articleId === articleId) < i
          ? 'pin-twice'
          : untilAt !== null && untilAt <= now
            ? 'pin-over'
            : null;
    if (fault !== null) throw impossible(fault, { article_id: articleId, field: 'pins' });
  }
  await replacePins(tx, shelf, pins);
  await purgePages(tx, [HOME_ORDER_TAG]);
  const event = { action: 'home.order', subject: ['home-shelf', shelf] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: shown(pins) }, now);
  return former;
}
