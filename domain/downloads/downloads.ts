import type { Db, Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { DOWNLOAD_LIMITS } from '#shared/limits.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import type { Section } from '#domain/archive/archive.ts';
import { wholeReplay, type PlayServices, type WholeReplay } from '#domain/archive/playing/archive-play.ts';
import { GRANT_MS } from '#domain/playback/grants/grants.rules.ts';
import {
  bytesOf,
  DOWNLOAD_MS,
  DOWNLOAD_QUALITIES,
  MAX_DOWNLOADS,
  type DownloadEnd,
  type DownloadQuality,
  type DownloadState,
} from './downloads.rules.ts';
import {
  deleteDownload,
  deleteExpired,
  findDownload,
  findDownloads,
  lockDownloads,
  putDownload,
  type DownloadRow,
} from './downloads.store.ts';

/** Dependencies of this module. */
export interface DownloadServices extends Pick<
  PlayServices,
  'db' | 'settings' | 'soundBetween' | 'removalsBetween' | 'renditionsOf' | 'signGrant'
> {
  /** Adds the browser to the member's list of devices. Throws 121002 if that is full. */
  noteDevice(tx: Tx, noted: { memberId: number; device: { key: string; name: string }; now: Date }): Promise<void>;
}

export interface Download extends DownloadRow {
  section: Section;
  bytes: number;
}
/** Addresses of the sound, for five minutes. */
export interface DownloadAddress {
  path: string;
  grantExpiresAt: Date;
}

const downloadOf = (row: DownloadRow, { section }: WholeReplay): Download => ({
  ...row,
  section,
  bytes: bytesOf(row.rendition, row.endsAt.getTime() - row.startsAt.getTime() - row.removedMs),
});

/** A grant without a lease, as nothing is played: valid in its session only. */
function addressOf(services: DownloadServices, row: DownloadRow, sessionToken: string, now: Date): DownloadAddress {
  const { streamId, rendition } = row;
  const [from, to] = [row.startsAt.getTime(), row.endsAt.getTime()];
  const expiresAt = now.getTime() + GRANT_MS;
  const grant = services.signGrant({ streamId, from, to, leaseId: null, sessionToken, expiresAt, open: false });
  return { path: `/replay/${grant}/${streamId}/${rendition}/${from}-${to}.m3u8`, grantExpiresAt: new Date(expiresAt) };
}

const isAsStored = (row: DownloadRow, { streamId, startsAt, endsAt, removedMs }: WholeReplay): boolean =>
  row.streamId === streamId &&
  row.startsAt.getTime() === startsAt.getTime() &&
  row.endsAt.getTime() === endsAt.getTime() &&
  row.removedMs === removedMs;

/** Each address opens up to the whole replay, so they are limited. */
const demandAddress = (db: Db, memberId: number, now: Date): Promise<void> =>
  demandAttempt(db, `downloads ${memberId}`, { ...DOWNLOAD_LIMITS.addressesOfMember, now });

/** Stores a replay, or stores it again for another seven days. Throws 120001 if the browser has ten. */
export async function startDownload(
  services: DownloadServices,
  actor: MemberActor,
  asked: { sectionId: number; quality: DownloadQuality; device: { key: string; name: string }; sessionToken: string },
  now: Date,
): Promise<Download & DownloadAddress> {
  const { db } = services;
  const { memberId, sessionId } = actor;
  await demandAddress(db, memberId, now);
  const replay = await wholeReplay(services, actor, asked.sectionId, now);
  const wanted = DOWNLOAD_QUALITIES[asked.quality];
  const other = wanted === 'a128' ? 'a64' : 'a128';
  const isThere = replay.renditions.length === 0 || replay.renditions.includes(wanted);
  const row = await db.transaction(async (tx) => {
    await lockDownloads(tx, memberId);
    const owner = { memberId, deviceKey: asked.device.key };
    await services.noteDevice(tx, { memberId, device: asked.device, now });
    await deleteExpired(tx, now, owner);
    const had = await findDownloads(tx, owner, MAX_DOWNLOADS);
    const isNew = had.every(({ sectionId }) => sectionId !== replay.section.id);
    if (isNew && had.length >= MAX_DOWNLOADS) throw new DomainError('playlistFull');
    return putDownload(tx, {
      ...owner,
      sessionId,
      sectionId: replay.section.id,
      streamId: replay.streamId,
      startsAt: replay.startsAt,
      endsAt: replay.endsAt,
      removedMs: replay.removedMs,
      rendition: isThere ? wanted : other,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DOWNLOAD_MS),
    });
  });
  return { ...downloadOf(row, replay), ...addressOf(services, row, asked.sessionToken, now) };
}

/** New addresses, to resume. The expiry stays. */
export async function resumeDownload(
  services: DownloadServices,
  actor: MemberActor,
  { id, sessionToken }: { id: string; sessionToken: string },
  now: Date,
): Promise<DownloadAddress> {
  const row = await findDownload(services.db, id, actor);
  if (!row) throw new DomainError('dataNotFound');
  await demandAddress(services.db, actor.memberId, now);
  const replay = await wholeReplay(services, actor, row.sectionId, now);
  if (row.expiresAt <= now || !isAsStored(row, replay)) throw new DomainError('noRightToPlay');
  return addressOf(services, row, sessionToken, now);
}

/** Whether a browser may still play what it stored. */
export interface VerifiedDownload {
  id: string;
  sectionId: number;
  expiresAt: Date;
  state: DownloadState;
  why: DownloadEnd | null;
}

async function verify(services: DownloadServices, actor: MemberActor, row: DownloadRow, now: Date) {
  const { id, sectionId, expiresAt } = row;
  const told = (state: DownloadState, why: DownloadEnd | null = null): VerifiedDownload => ({
    id,
    sectionId,
    expiresAt,
    state,
    why,
  });
  if (expiresAt <= now) return told('ended', 'expired');
  if (!actor.isSubscriber) return told('ended', 'plan');
  try {
    const replay = await wholeReplay(services, actor, sectionId, now);
    return isAsStored(row, replay) ? told('playable') : told('ended', 'changed');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.errorName === 'functionSuspended' ? told('suspended') : told('ended', 'withdrawn');
  }
}

/** What a browser stored in this session. Anything else that it has is void. */
export async function verifyDownloads(
  services: DownloadServices,
  actor: MemberActor,
  deviceKey: string,
  now: Date,
): Promise<VerifiedDownload[]> {
  const { memberId, sessionId } = actor;
  const rows = await findDownloads(services.db, { memberId, deviceKey }, MAX_DOWNLOADS);
  const own = rows.filter((row) => row.sessionId === sessionId);
  return Promise.all(own.map((row) => verify(services, actor, row, now)));
}

/** Removes one; removing it again changes nothing. */
export const removeDownload = (db: Db, { memberId }: MemberActor, id: string): Promise<void> =>
  deleteDownload(db, id, memberId);

export { deleteExpired as sweepDownloads } from './downloads.store.ts';
