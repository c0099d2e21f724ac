import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueSearchIndex } from '#db/outbox.ts';
import { cleanBlocks } from '#domain/articles/article-edit.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { plainText } from '#shared/text/plain-text.ts';
import {
  findLastNumber,
  findPageFields,
  findPageRevision,
  findPageRevisions,
  findPages,
  insertPageRevision,
  lockPageFields,
  updatePage,
  type PageAddress,
  type PageFields,
} from './pages-edit.store.ts';

/** ContentType of static pages in the search index, which are indexed together. */
const SEARCHED_AS = 400;
const REVISIONS_LISTED = 50;

interface Context {
  db: Db;
}

/** All static pages, for the desk. */
export const listPages = ({ db }: Context) => findPages(db);

/** A page with the number of its last revision, from which a save is made; `dataNotFound` if it is not there. */
export async function getEditablePage({ db }: Context, address: PageAddress) {
  const page = await findPageFields(db, address);
  if (page === null) throw new DomainError('dataNotFound');
  const [revision, revisions] = await Promise.all([
    findLastNumber(db, address),
    findPageRevisions(db, address, REVISIONS_LISTED),
  ]);
  return { ...page, revision, revisions };
}

export async function getPageRevision({ db }: Context, address: PageAddress, number: number): Promise<PageFields> {
  const revision = await findPageRevision(db, address, number);
  if (revision === null) throw new DomainError('dataNotFound');
  return revision;
}

const shown = ({ title, summary, blocks }: PageFields) => ({
  title,
  summary,
  // By its length, since the whole is in the revision.
  blocks: `${blocks.length} / ${plainText(blocks).length}`,
});

/**
 * Saves a page, which is public at once, and keeps it as a revision. `conflict` has what the page is by now, if it was
 * saved since `base`. Returns the number of the revision.
 */
export async function savePage(
  tx: Tx,
  { hand, now }: { hand: Hand; now: Date },
  { base, ...given }: PageAddress & PageFields & { base: number },
): Promise<{ number: number; former: PageFields }> {
  const { name, lang, title, summary } = given;
  const address = { name, lang };
  const former = await lockPageFields(tx, address);
  if (former === null) throw new DomainError('dataNotFound');
  let last = await findLastNumber(tx, address);
  if (last !== base) throw refused('edited-since', { revision: last, theirs: former });
  const page = { title, summary, blocks: cleanBlocks(given.blocks) };
  if (page.blocks.length === 0) throw impossible('page-empty', { field: 'blocks' });
  const { accountId = null } = hand;
  // Before its first save at the desk: what it was, so that it can be restored.
  if (last === 0)
    await insertPageRevision(tx, { ...address, ...former, number: ++last, accountId: null, createdAt: now });
  const number = last + 1;
  await insertPageRevision(tx, { ...address, ...page, number, accountId, createdAt: now });
  await updatePage(tx, address, page, now);
  await purgePages(tx, ['static-pages']);
  await queueSearchIndex(tx, SEARCHED_AS, 0);
  const event = { action: 'pages.save', subject: ['static-page', `${name}/${lang}`] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: { ...shown(page), revision: number } }, now);
  return { number, former };
}
