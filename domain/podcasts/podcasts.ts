import { hash, randomBytes } from 'node:crypto';
import type { Db, ReadDb } from '#db/database.ts';
import {
  getEpisode,
  listEpisodes,
  listFreeEpisodes as freeEpisodes,
  type Episode as ArchiveEpisode,
} from '#domain/archive/episodes.ts';
import { can, findAccount, lockOwner, type Visitor } from '#domain/auth/auth.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import { listFavourites } from '#domain/library/favourites.ts';
import { getProgram, type ProgramPage } from '#domain/programs/programs.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { GUEST, type Actor, type MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PODCAST_LIMITS } from '#shared/limits.ts';
import { PODCAST_FORMS } from './podcasts.rules.ts';
import * as store from './podcasts.store.ts';
import type { Feed } from './podcasts.store.ts';

/** Dependencies of this module. */
export interface PodcastServices {
  db: Db;
  /** Station defaults. */
  settings: { freeMinutes: number };
  /** Whether a member has a plan now. */
  isSubscriber: (memberId: number, now: Date) => Promise<boolean>;
}
export { countFeedsOf } from './podcasts.store.ts';
export type { Feed };
export interface Episode extends ArchiveEpisode {
  hasTranscript: boolean;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const HOUR_MS = 3_600_000;
/** How long a revoked feed answers that it is gone; by then podcast clients have polled it. */
const REVOKED_KEPT_MS = 30 * 24 * HOUR_MS;

const tokenHashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The member's feeds, oldest first. */
export const listFeeds = (db: Db, memberId: number) => store.findFeeds(db, memberId, PODCAST_LIMITS.feedsOfMember);

function demandPlan(actor: MemberActor): void {
  const refusal = can(actor, 'usePlan');
  if (refusal !== null) throw new DomainError(refusal);
}

/** Returned once; only its hash is stored. */
function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: tokenHashOf(token) };
}

/** Creates a feed of all favourites or one programme. Throws 20003 without a plan; 409 at the maximum number. */
export async function makeFeed(
  { db }: Pick<PodcastServices, 'db'>,
  actor: MemberActor,
  given: Given,
  caller: Visitor,
): Promise<{ token: string }> {
  demandPlan(actor);
  const { memberId } = actor;
  const { name, program_id: programId, quality } = readForm(PODCAST_FORMS.make, given, caller.now);
  if (programId !== null) await getProgram({ db, now: caller.now }, programId);
  return db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    if ((await store.countFeeds(tx, memberId)) >= PODCAST_LIMITS.feedsOfMember)
      throw new DomainError('conflict', `an account can have at most ${PODCAST_LIMITS.feedsOfMember} feeds`);
    const { token, tokenHash } = newToken();
    await store.insertFeed(tx, { memberId, name, programId, quality, tokenHash, createdAt: caller.now });
    await recordSecurityEvent(tx, { memberId, kind: 'feed-made', detail: { name }, ...caller });
    return { token };
  });
}

/** Throws 6 if the member has no such feed, like the functions below. */
export async function renameFeed(
  { db }: Pick<PodcastServices, 'db'>,
  { memberId }: MemberActor,
  id: number,
  given: Given,
  now: Date,
): Promise<void> {
  const { name } = readForm(PODCAST_FORMS.rename, given, now);
  if (!(await store.updateName(db, { id, memberId, name }))) throw new DomainError('dataNotFound');
}

/** Replaces a feed's address; the old one stops working. */
export async function renewFeed(
  { db }: Pick<PodcastServices, 'db'>,
  actor: MemberActor,
  id: number,
  caller: Visitor,
): Promise<{ token: string }> {
  demandPlan(actor);
  const { memberId } = actor;
  return db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    const { token, tokenHash } = newToken();
    const name = await store.replaceToken(tx, { id, memberId, tokenHash, now: caller.now });
    if (name === undefined) throw new DomainError('dataNotFound');
    await store.trimRevoked(tx, memberId, PODCAST_LIMITS.revokedOfMember);
    await recordSecurityEvent(tx, { memberId, kind: 'feed-made', detail: { name }, ...caller });
    return { token };
  });
}

/** From the commit on, neither the feed nor its files open; downloads in progress end within seconds. */
export async function revokeFeed(
  { db }: Pick<PodcastServices, 'db'>,
  actor: MemberActor,
  id: number,
  caller: Visitor,
): Promise<void> {
  const { memberId } = actor;
  await db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    const name = await store.revoke(tx, { id, memberId, now: caller.now });
    if (name === undefined) throw new DomainError('dataNotFound');
    await store.trimRevoked(tx, memberId, PODCAST_LIMITS.revokedOfMember);
    await recordSecurityEvent(tx, { memberId, kind: 'feed-revoked', detail: { name }, ...caller });
  });
}

/**
 * The feed of a token and its member, in their current state: queried on each read, so no process needs to be notified.
 * 404 for an unknown token, 410 for a revoked one, 403 if the account is closed or has no plan.
 */
async function openFeed(
  { db, isSubscriber }: PodcastServices,
  token: string,
  now: Date,
): Promise<{ feed: Feed; actor: MemberActor }> {
  const found = TOKEN.test(token) ? await store.findFeedByHash(db, tokenHashOf(token)) : undefined;
  if (found === undefined) throw new DomainError('dataNotFound', 'the feed does not exist');
  const { revokedAt, ...feed } = found;
  if (revokedAt !== null) throw new DomainError('feedRevoked');
  const [account, isPaying] = await Promise.all([findAccount(db, feed.memberId), isSubscriber(feed.memberId, now)]);
  if (account?.state !== 'active' && account?.state !== 'deleting') throw new DomainError('userInactive');
  const actor: MemberActor = {
    kind: 'member',
    memberId: account.id,
    // A podcast client has no session, and needs none for what it may do.
    sessionId: 0,
    isEmailVerified: account.emailVerifiedAt !== null,
    isSubscriber: isPaying,
    isLeaving: account.state === 'deleting',
  };
  demandPlan(actor);
  return { feed, actor };
}

const favouritesOf = async ({ db }: PodcastServices, actor: MemberActor, now: Date): Promise<number[]> =>
  (await listFavourites({ db }, actor, now)).items.map(({ program }) => program.id);

/** Content of a feed: the newest broadcasts of its programmes. */
export async function readFeed(
  services: PodcastServices,
  token: string,
  now: Date,
): Promise<{ feed: Feed; program: ProgramPage | null; episodes: Episode[] }> {
  const { db } = services;
  const { feed, actor } = await openFeed(services, token, now);
  const program = feed.programId === null ? null : await getProgram({ db, now }, feed.programId);
  const programIds = program ? [program.id] : await favouritesOf(services, actor, now);
  const episodes = await listEpisodes(services, actor, { programIds, limit: PODCAST_LIMITS.episodes }, now);
  await store.noteUse(db, feed.id, { now, before: new Date(now.getTime() - HOUR_MS) });
  return { feed, program, episodes };
}

/** The free episodes of a programme. */
export const listFreeEpisodes = (
  archive: { db: ReadDb; settings: { freeMinutes: number } },
  programId: number,
  now: Date,
): Promise<Episode[]> => freeEpisodes(archive, { programId, limit: PODCAST_LIMITS.episodes }, now);

export interface OpenedEpisode extends ArchiveEpisode {
  /** Null: public, the same for everyone. */
  feedId: number | null;
  quality: 11 | 12;
}

/** A broadcast under a feed's address, or its free preview if the token is null. */
export async function openEpisode(
  services: PodcastServices,
  token: string | null,
  archiveId: number,
  now: Date,
): Promise<OpenedEpisode> {
  const { feed, actor }: { feed: Feed | null; actor: Actor } =
    token === null ? { feed: null, actor: GUEST } : await openFeed(services, token, now);
  const episode = await getEpisode(services, actor, archiveId, now);
  // A feed's token opens only its own programme, even if passed on.
  if (feed !== null && feed.programId !== null && feed.programId !== episode.broadcast.programId)
    throw new DomainError('dataNotFound');
  return { ...episode, feedId: feed?.id ?? null, quality: feed?.quality ?? 11 };
}

/** Deletes feeds revoked long enough ago that every client has noticed. */
export const forgetRevoked = ({ db }: { db: Db }, now: Date): Promise<void> =>
  store.deleteRevokedBefore(db, new Date(now.getTime() - REVOKED_KEPT_MS));
