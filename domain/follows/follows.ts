import type { Db } from '#db/database.ts';
import type { Actor, MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_FOLLOWS, followKey, type Followable } from './follows.rules.ts';
import {
  countFollows,
  deleteFollow,
  findFollows,
  findFollowsAmong,
  insertFollows,
  lockFollows,
} from './follows.store.ts';
import { newsOf } from './news.ts';
import { headlines, type Followed } from './news.rules.ts';
import { findSubjects, tidied } from './subjects.ts';

interface Context {
  db: Db;
  now: Date;
}

/** What a member follows, the latest first, without what is hidden or gone. */
export async function listFollows(context: Context, { memberId }: MemberActor) {
  const found = await findSubjects(context, await findFollows(context.db, memberId, MAX_FOLLOWS));
  return found.map(({ kind, subject, name, path }) => ({ kind, subject, name, path }));
}

/** Adds to a member's list what it does not have, until it is full. Returns those added and those without room. */
function addFollows(
  { db, now }: Context,
  { memberId }: MemberActor,
  items: readonly Followable[],
): Promise<{ added: number; leftOut: Followable[] }> {
  return db.transaction(async (tx) => {
    await lockFollows(tx, memberId);
    const known = new Set((await findFollowsAmong(tx, memberId, items)).map(followKey));
    const missing = items.filter((item) => !known.has(followKey(item)));
    const room = Math.max(0, MAX_FOLLOWS - (await countFollows(tx, memberId)));
    const added = missing.slice(0, room);
    await insertFollows(tx, memberId, added, now);
    return { added: added.length, leftOut: missing.slice(room) };
  });
}

/** Follows something public; `isNew` is false if it was followed before. Throws `dataNotFound` and `playlistFull`. */
export async function follow(context: Context, actor: MemberActor, item: Followable): Promise<{ isNew: boolean }> {
  const [found] = await findSubjects(context, tidied([item]));
  if (found === undefined) throw new DomainError('dataNotFound', 'there is nothing like it to follow');
  const { added, leftOut } = await addFollows(context, actor, [{ kind: found.kind, subject: found.subject }]);
  if (leftOut.length > 0) throw new DomainError('playlistFull', `at most ${MAX_FOLLOWS} are followed`);
  return { isNew: added > 0 };
}

/** Stops following, also what is hidden or gone. Returns how many were followed, 0 or 1. */
export async function unfollow(
  { db }: Pick<Context, 'db'>,
  { memberId }: MemberActor,
  item: Followable,
): Promise<number> {
  const [one] = tidied([item]);
  return one === undefined ? 0 : deleteFollow(db, memberId, one);
}

/** Joins the list of a browser to that of its member. What is hidden or gone is dropped. */
export async function joinFollows(context: Context, actor: MemberActor, items: readonly Followable[]) {
  const found = await findSubjects(context, tidied(items));
  return addFollows(
    context,
    actor,
    found.map(({ kind, subject }) => ({ kind, subject })),
  );
}

/**
 * What a visitor follows with what is new: of a member the own list, of a guest the one sent. With `most` only what has
 * news, the most urgent first.
 */
export async function listNews(
  context: Context,
  actor: Actor,
  { items, most }: { items: readonly Followable[]; most?: number | undefined },
): Promise<{ followed: number; items: Followed[] }> {
  const list = actor.kind === 'member' ? await findFollows(context.db, actor.memberId, MAX_FOLLOWS) : tidied(items);
  const followed = await newsOf(context, await findSubjects(context, list));
  return {
    followed: followed.length,
    items: most === undefined ? followed : headlines(followed, context.now.getTime(), most),
  };
}
