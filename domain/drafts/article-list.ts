import type { Db } from '#db/database.ts';
import { ChannelBit, isChannelId } from '#shared/enums.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';
import {
  findArticleRows,
  findDraftRows,
  findTitled,
  idIn,
  type ListedArticle,
  type ListFilter,
  type ListPosition,
} from './article-list.store.ts';

export { LISTED_STATES, type ListedArticle, type ListPosition } from './article-list.store.ts';

/** What a caller's roles let them edit; null: everything. */
function reach({ roles }: Pick<StaffActor, 'roles'>): ListFilter['within'] {
  const editing = roles.filter(({ permissions }) => permissions.includes('articles.edit'));
  if (editing.some(({ scope }) => scope === null)) return null;
  const ids = (kind: string) => editing.flatMap(({ scope }) => (scope?.kind === kind ? [Number(scope.id)] : []));
  const channels = ids('channel').reduce((mask, id) => mask | (isChannelId(id) ? ChannelBit[id] : 0), 0);
  return { channels, programIds: ids('program') };
}

const positionOf = ({ draftId, articleId, changedAt }: ListedArticle): ListPosition => ({
  atMs: changedAt.getTime(),
  isDraft: draftId !== null,
  id: draftId ?? articleId!,
});

/** Newest first; drafts before articles of the same instant. */
function order(one: ListedArticle, other: ListedArticle): number {
  const [a, b] = [positionOf(one), positionOf(other)];
  return b.atMs - a.atMs || Number(b.isDraft) - Number(a.isDraft) || b.id - a.id;
}

/** A text in more titles than this is found soon by reading articles in the order of the list. */
const MAX_TITLED = 300;
/** The articles that can have a text in their title or as their id; null: too many to tell. */
async function titledBy(db: Db, text: string): Promise<number[] | null> {
  const titled = await findTitled(db, text, MAX_TITLED);
  const id = idIn(text);
  return titled && (id === null ? titled : [...titled, id]);
}

/** Articles and drafts that the caller may edit, last changed first. */
export async function listArticlesForStaff(
  { db, now }: { db: Db; now: Date },
  actor: Pick<StaffActor, 'roles'>,
  filter: Omit<ListFilter, 'within'>,
  { position, limit }: { position: ListPosition | null; limit: number },
): Promise<{ items: ListedArticle[]; next: ListPosition | null }> {
  const of = { ...filter, within: reach(actor) };
  const page = { position, limit: limit + 1, now };
  const titled = of.text === undefined ? null : await titledBy(db, of.text);
  const found = await Promise.all([findDraftRows(db, of, page), findArticleRows(db, of, { ...page, titled })]);
  const rows = found.flat().toSorted(order);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? positionOf(last) : null };
}
