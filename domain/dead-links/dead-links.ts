import type { Db } from '#db/database.ts';
import { ContentBlockType } from '#shared/enums.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { sitePathsOf, targetOf, type Target } from './dead-links.rules.ts';
import {
  findArticleBatch,
  findDeadLinks,
  findExisting,
  findPageTexts,
  replaceDeadLinks,
  type DeadLink,
} from './dead-links.store.ts';

export type { DeadLink } from './dead-links.store.ts';

const BATCH = 500;

type Link = Pick<DeadLink, 'source' | 'sourceId' | 'path'> & { target: Target };

function linksIn(
  source: Pick<DeadLink, 'source' | 'sourceId'>,
  blocks: readonly ContentBlock[],
  siteUrl: string,
): Link[] {
  const html = blocks.flatMap((block) => (block.type === ContentBlockType.TEXT ? [block.html] : [])).join('');
  return sitePathsOf(html, siteUrl).flatMap((path) => {
    const target = targetOf(path);
    return target ? [{ ...source, path, target }] : [];
  });
}

/** Those of the links whose target is not there. */
async function deadOf(db: Db, links: readonly Link[], now: Date): Promise<DeadLink[]> {
  const dead: DeadLink[] = [];
  for (const kind of ['article', 'program', 'host', 'static-page'] as const) {
    const mine = links.filter(({ target }) => target.kind === kind);
    if (mine.length === 0) continue;
    const there = await findExisting(db, kind, [...new Set(mine.map(({ target }) => target.id))]);
    for (const { target, ...link } of mine) if (!there.has(target.id)) dead.push({ ...link, foundAt: now });
  }
  return dead;
}

/** Checks the links of everything published, and lists those that lead to nothing. */
export async function checkLinks({ db, now, siteUrl }: { db: Db; now: Date; siteUrl: string }): Promise<void> {
  const pages = await findPageTexts(db);
  const dead = await deadOf(
    db,
    pages.flatMap(({ name, lang, blocks }) =>
      linksIn({ source: 'static-page', sourceId: `${name}/${lang}` }, blocks, siteUrl),
    ),
    now,
  );
  for (let last = 0; ;) {
    const batch = await findArticleBatch(db, last, BATCH);
    const links = batch.flatMap(({ id, blocks }) =>
      linksIn({ source: 'article', sourceId: String(id) }, blocks, siteUrl),
    );
    dead.push(...(await deadOf(db, links, now)));
    if (batch.length < BATCH) break;
    last = batch.at(-1)!.id;
  }
  await db.transaction((tx) => replaceDeadLinks(tx, dead));
}

/** Dead links, newest first. */
export const listDeadLinks = ({ db }: { db: Db }, page: { before: DeadLink | null; limit: number }) =>
  findDeadLinks(db, page);
