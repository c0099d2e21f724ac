import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, queueSearchIndex } from '#db/outbox.ts';
import { demandRevision, differencesOf, revisionOf } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { findFilmOfStream } from '#domain/film-making/film-making.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { ContentType } from '#shared/enums.ts';
import { pageOf, type ListPosition } from '#shared/staff/list-position.ts';
import { FILMS_TAG } from '../films-tags.rules.ts';
import type { FilmPageFields } from './film-pages.schema.ts';
import {
  countRunning,
  findBrokenFields,
  findEditablePage,
  findPageChoices,
  findPageRows,
  insertPage,
  lockEditablePage,
  updatePage,
  type EditableFilmPage,
  type FilmPageFilter,
} from './film-pages.store.ts';

interface Call {
  hand: Hand;
  now: Date;
}

/** Task that shows a film from its publication on, and ends its sale. */
export const FILM_PAGE_TURNS = 'film-page-turns';

/** A film page with its revision, who changed it last, and the film in the making list that it shows. */
export async function getFilmPage({ db, now }: { db: Db; now: Date }, id: number) {
  const page = await findEditablePage(db, id);
  if (page === null) throw new DomainError('dataNotFound');
  const { name, at } = await lastChangeOf(db, ['film-page', id]);
  return {
    ...page,
    revision: revisionOf(page.fields),
    changedBy: name,
    changedAt: at,
    running: await countRunning(db, id, now),
    filmId: page.streamId === null ? null : await findFilmOfStream(db, page.streamId),
  };
}

/** Film pages in the order of the landing page; `next` is the position of the next page of the list. */
export async function listPagesForStaff(
  { db, now }: { db: Db; now: Date },
  filter: FilmPageFilter,
  { after, limit }: { after: ListPosition | null; limit: number },
) {
  return pageOf(await findPageRows(db, filter, { after, limit: limit + 1, now }), limit);
}

/** What a film page may name. */
export const listFilmPageChoices = ({ db }: { db: Db }) => findPageChoices(db);

function refuse(names: readonly string[], why: string): void {
  if (names.length > 0)
    throw new DomainError('invalidParam', { fieldErrors: Object.fromEntries(names.map((name) => [name, [why]])) });
}

async function demandSound(tx: Tx, id: number | null, fields: FilmPageFields): Promise<void> {
  refuse(await findBrokenFields(tx, id, fields), 'names nothing that fits');
  const isEmpty = fields.sellsUntilTs !== null && fields.sellsUntilTs <= fields.publishedTs;
  refuse(isEmpty ? ['sellsUntilTs'] : [], 'the sale ends before it begins');
}

const indexFilm = (tx: Tx, id: number): Promise<void> => queueSearchIndex(tx, ContentType.PREMIUM_CONTENT, id);

/** Purges pages that show films and updates the search index, now and when the film is published and its sale ends. */
async function announce(tx: Tx, id: number, { publishedTs, sellsUntilTs }: FilmPageFields, now: Date): Promise<void> {
  await purgePages(tx, [FILMS_TAG]);
  await indexFilm(tx, id);
  for (const [name, at] of [
    ['published', publishedTs],
    ['over', sellsUntilTs],
  ] as const)
    if (at !== null && at * 1000 > now.getTime())
      await queueJob(
        tx,
        FILM_PAGE_TURNS,
        { pageId: id },
        { jobKey: `${FILM_PAGE_TURNS}:${id}:${name}`, runAt: new Date(at * 1000) },
      );
}

/** At the publication of a film, and at the end of its sale. Does nothing harmful if these were moved since. */
export const turnFilmPage = (db: Db, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    await purgePages(tx, [FILMS_TAG]);
    await indexFilm(tx, id);
  });

/** Adds a page for a film. Without a film it is announced, and not on sale. */
export async function addFilmPage(tx: Tx, { hand, now }: Call, fields: FilmPageFields): Promise<number> {
  await demandSound(tx, null, fields);
  const id = await insertPage(tx, fields, now);
  await announce(tx, id, fields, now);
  await recordAudit(tx, hand, { action: 'film-pages.create', subject: ['film-page', id], after: { ...fields } }, now);
  return id;
}

async function lockPage(tx: Tx, id: number): Promise<EditableFilmPage> {
  const page = await lockEditablePage(tx, id);
  if (page === null) throw new DomainError('dataNotFound');
  return page;
}

const isPublished = ({ publishedTs }: FilmPageFields, now: Date): boolean => publishedTs * 1000 <= now.getTime();

/**
 * Saves all fields of a film page. `base` is the revision that the editor began with; `conflict` with the present fields at
 * any other. Rentals keep the price and the times at which they were made. Returns the fields before and after.
 */
export async function saveFilmPage(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: after }: { id: number; base: string; fields: FilmPageFields },
): Promise<{ before: FilmPageFields; after: FilmPageFields; revision: string }> {
  const { fields: before } = await lockPage(tx, id);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['film-page', id])).name });
  await demandSound(tx, id, after);
  const isRepriced = before.priceCents !== after.priceCents && isPublished(before, now);
  refuse(isRepriced ? ['priceCents'] : [], 'the price of a published film is changed by film-pages.price');
  await updatePage(tx, id, after);
  await announce(tx, id, after, now);
  const changes = differencesOf(before, after);
  await recordAudit(tx, hand, { action: 'film-pages.save', subject: ['film-page', id], ...changes }, now);
  return { before, after, revision: revisionOf(after) };
}

/** Changes the price of a film from now on; `conflict` if it is that already. Returns the former price. */
export async function repriceFilm(
  tx: Tx,
  { hand, now }: Call,
  { id, cents }: { id: number; cents: number },
): Promise<number> {
  const { fields } = await lockPage(tx, id);
  if (fields.priceCents === cents) throw refused('same-value');
  const after = { ...fields, priceCents: cents };
  await updatePage(tx, id, after);
  await announce(tx, id, after, now);
  await recordAudit(
    tx,
    hand,
    {
      action: 'film-pages.price',
      subject: ['film-page', id],
      before: { title: fields.title, cents: fields.priceCents },
      after: { title: fields.title, cents },
    },
    now,
  );
  return fields.priceCents;
}
