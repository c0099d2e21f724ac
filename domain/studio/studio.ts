import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { takeGuess } from '#domain/attempts/attempts.ts';
import { listenersNow } from '#domain/audience/figures.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { listStudioLetters } from '#domain/contact/studio-letters.ts';
import { songsAround } from '#domain/songs/songs.ts';
import { getOnAir } from '#domain/timetable/timetable.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { ChannelId } from '#shared/enums.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { STUDIO_LIMITS } from '#shared/limits.ts';
import { MAX_MARKS } from './studio-marks.ts';
import {
  countLinks,
  endLink,
  findLink,
  findLinks,
  findMarks,
  hasChannel,
  insertLink,
  lockLink,
  lockLinks,
  noteSeen,
  type StudioLink,
} from './studio.store.ts';

const MAX_LINKS = 50;
const MAX_LETTERS = 20;
const FORMER_SONGS = 3;
const HOUR_MS = 3_600_000;
/** Screens poll every five seconds. */
const SEEN_MS = 60_000;

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Creates a link and returns its token, which is stored only as a hash. Throws `conflict` above the limit, and `dataNotFound`. */
export async function createLink(
  tx: Tx,
  hand: Hand,
  { channelId, name, hours }: { channelId: ChannelId; name: string; hours: number },
  now: Date,
): Promise<string> {
  const { accountId } = hand;
  if (accountId === undefined) throw new DomainError('forbidden', 'links are made by an account of the desk');
  if (!(await hasChannel(tx, channelId))) throw new DomainError('dataNotFound', `channel ${channelId} is not set up`);
  await lockLinks(tx);
  if ((await countLinks(tx, now)) >= MAX_LINKS) throw refused('too-many-studio-links');
  const token = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + hours * HOUR_MS);
  const link = { channelId, name, tokenHash: hashOf(token), createdBy: accountId, endsAt, createdAt: now };
  const id = await insertLink(tx, link);
  const after = { name, channel: channelId, hours };
  await recordAudit(tx, hand, { action: 'studio-links.create', subject: ['studio-link', id], after }, now);
  return token;
}

/** Ends a link at once. Throws `dataNotFound`, also if it has ended. */
export async function withdrawLink(tx: Tx, hand: Hand, id: number, now: Date): Promise<void> {
  const link = await lockLink(tx, id);
  if (link === null || link.endedAt !== null) throw new DomainError('dataNotFound', `there is no studio link ${id}`);
  await endLink(tx, id, now);
  const states = { before: { name: link.name, channel: link.channelId } };
  await recordAudit(tx, hand, { action: 'studio-links.end', subject: ['studio-link', id], ...states }, now);
}

export { findChannelOfLink } from './studio.store.ts';

/** Active links, newest first. */
export const listLinks = (db: Db, now: Date) => findLinks(db, now, MAX_LINKS);

const linkEnded = () => new DomainError('notAuthenticated', { why: 'studio-link-ended' });

/** The link of a token that a screen was opened with. Wrong ones are counted by address. Throws `notAuthenticated`. */
export async function enterStudio(
  db: Db,
  { token, remoteIp }: { token: string; remoteIp: string },
  now: Date,
): Promise<StudioLink> {
  let link: StudioLink | null = null;
  const limits = [{ key: `studio:${addressKey(remoteIp)}`, ...STUDIO_LIMITS.wrongTokens }];
  await takeGuess(db, limits, {
    now,
    isRight: async (tx) => {
      link = await findLink(tx, hashOf(token), now);
      return link !== null;
    },
  });
  if (link === null) throw linkEnded();
  return link;
}

/**
 * The link of a screen that is open. Not counted: a screen whose link has ended asks once more, and a token of 32 random bytes is
 * not guessed. Throws `notAuthenticated`.
 */
export async function getLink(db: Db, token: string | undefined, now: Date): Promise<StudioLink> {
  const link = token === undefined ? null : await findLink(db, hashOf(token), now);
  if (link === null) throw linkEnded();
  return link;
}

/** Everything that a screen shows. Notes that the link is in use. */
export async function readStudio({ db, now }: { db: Db; now: Date }, { id, channelId }: StudioLink) {
  const context = { db, now };
  const since = new Date(now.getTime() - SEEN_MS);
  const [{ current, next }, songs, listeners, letters] = await Promise.all([
    getOnAir(context, channelId, 1),
    songsAround(context, { channelId, before: FORMER_SONGS }),
    listenersNow(context),
    listStudioLetters(db, channelId, MAX_LETTERS),
    noteSeen(db, id, { now, since }),
  ]);
  return {
    current,
    next: next[0] ?? null,
    songs,
    listeners: Math.round(listeners.find(({ channel }) => channel === channelId)?.listeners ?? 0),
    letters,
    marks: await findMarks(db, channelId, new Date(current.startsAtMs), MAX_MARKS),
  };
}
