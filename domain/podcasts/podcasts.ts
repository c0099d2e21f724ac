import { hash, randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
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

/** What podcasts need of the house. */
export interface PodcastServices {
  db: Db;
  /** What the station grants everybody. */
  settings: { freeMinutes: number };
  /** Whether a member has a plan now. */
  isSubscriber: (memberId: number, now: Date) => Promise<boolean>;
}
export type { Feed };
export interface Episode extends ArchiveEpisode {
  hasTranscript: boolean;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const HOUR_MS = 3_600_000;
/** Programs are told for so long that a feed is gone for good; by then they have asked. */
const REVOKED_KEPT_MS = 30 * 24 * HOUR_MS;

const tokenHashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Those of the member, oldest first. */
export const listFeeds = (db: Db, memberId: number) => store.findFeeds(db, memberId, PODCAST_LIMITS.feedsOfMember);

function demandPlan(actor: MemberActor): void {
  const refusal = can(actor, 'usePlan');
  if (refusal !== null) throw new DomainError(refusal);
}

/** Told once: what is stored says nothing of it. */
function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: tokenHashOf(token) };
}

/** Makes a feed of all favourites or of one programme. 20003 without a plan; 409 where there are as many as may be. */
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
      throw new DomainError('conflict', `at most ${PODCAST_LIMITS.feedsOfMember} feeds`);
    const { token, tokenHash } = newToken();
    await store.insertFeed(tx, { memberId, name, programId, quality, tokenHash, createdAt: caller.now });
    await recordSecurityEvent(tx, { memberId, kind: 'feed-made', detail: { name }, ...caller });
    return { token };
  });
}

/** 6 where the member has no such feed; so do the others. */
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

/** Gives a feed another address: the one it had opens nothing from here on. */
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

/** From the commit on neither the feed nor its files open; what is under way ends within seconds. */
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
 * The feed of a token and its member, as they are now: asked at each reading, so that nothing has to be told to any
 * process. 404 for a token that nobody has, 410 for one that was revoked, 403 where the account is closed or has no plan.
 */
async function openFeed(
  { db, isSubscriber }: PodcastServices,
  token: string,
  now: Date,
): Promise<{ feed: Feed; actor: MemberActor }> {
  const found = TOKEN.test(token) ? await store.findFeedByHash(db, tokenHashOf(token)) : undefined;
  if (found === undefined) throw new DomainError('dataNotFound', 'there is no such feed');
  const { revokedAt, ...feed } = found;
  if (revokedAt !== null) throw new DomainError('feedRevoked');
  const [account, isPaying] = await Promise.all([findAccount(db, feed.memberId), isSubscriber(feed.memberId, now)]);
  if (account?.state !== 'active' && account?.state !== 'deleting') throw new DomainError('userInactive');
  const actor: MemberActor = {
    kind: 'member',
    memberId: account.id,
    // A podcast program has none, and nothing that it may do asks for one.
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

/** What a podcast program reads: the newest broadcasts of the feed's programmes. */
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

/** What everybody may hear of a programme. */
export const listFreeEpisodes = (
  archive: { db: Db; settings: { freeMinutes: number } },
  programId: number,
  now: Date,
): Promise<Episode[]> => freeEpisodes(archive, { programId, limit: PODCAST_LIMITS.episodes }, now);

export interface OpenedEpisode extends ArchiveEpisode {
  /** Null: of nobody, and the same for everybody. */
  feedId: number | null;
  quality: 11 | 12;
}

/** A broadcast under the address of a feed, or with null for a token the free beginning of one. */
export async function openEpisode(
  services: PodcastServices,
  token: string | null,
  archiveId: number,
  now: Date,
): Promise<OpenedEpisode> {
  const { feed, actor }: { feed: Feed | null; actor: Actor } =
    token === null ? { feed: null, actor: GUEST } : await openFeed(services, token, now);
  const episode = await getEpisode(services, actor, archiveId, now);
  // One that was given away opens what it was made for.
  if (feed !== null && feed.programId !== null && feed.programId !== episode.broadcast.programId)
    throw new DomainError('dataNotFound');
  return { ...episode, feedId: feed?.id ?? null, quality: feed?.quality ?? 11 };
}

/** Forgets what was revoked so long ago that every program has heard of it. */
export const forgetRevoked = ({ db }: { db: Db }, now: Date): Promise<void> =>
  store.deleteRevokedBefore(db, new Date(now.getTime() - REVOKED_KEPT_MS));
