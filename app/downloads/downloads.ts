import { downloadCalls, downloadsPaths } from '#app/downloads-paths.ts';
import { call, CallRefused } from '#app/player/channel/channel-feed.ts';
import { createPositionLog, positionStorage } from '#app/player/replay/position-log.ts';
import { reportPositions } from '#app/player/replay/report-positions.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';
import type { DownloadReplyWire, VerifiedReplyWire } from '#domain/downloads/downloads.schema.ts';
import type { DownloadQuality } from '#domain/downloads/downloads.rules.ts';
import type { z } from 'zod';
import type { addressReplySchema } from '#domain/downloads/downloads.schema.ts';
import { BREAK } from '#shared/text/break-mark.ts';
import { isOver } from './download-clock.ts';
import {
  changeStored,
  findStored,
  isWifiOnly,
  listStored,
  moveClock,
  putStored,
  removeAllStored,
  removeStored,
  writeSound,
  type StoredDownload,
} from './download-store.ts';
import { localPlaylist, underGrantOf } from './local-playlist.ts';
import { isMobile } from './wifi.ts';

/** Replays that this browser stores, for playback without network. */

const FILE_TIMEOUT_MS = 30_000;
const VERIFY_TIMEOUT_MS = 4_000;
const NOT_AUTHENTICATED = 10004;
const ms = (seconds: number): number => Math.round(seconds * 1000);
const deviceKey = (): string => createPositionLog(positionStorage()).deviceKey;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
export function watchDownloads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a replay is called in lists. */
export const listedName = ({ title, part }: StoredDownload): string =>
  title.replaceAll(BREAK, '') + (part === null ? '' : ` ${part}`);

/**
 * Lets pages without this code know whether anything is stored, and `/kept` how high its list will be: a line
 * each, which begins with `c` for complete.
 */
async function mark(): Promise<void> {
  const rows = (await listStored()).map((one) => (isComplete(one) ? 'c' : 'p') + listedName(one));
  if (rows.length === 0) localStorage.removeItem(SHARED_KEYS.downloads);
  else localStorage.setItem(SHARED_KEYS.downloads, rows.join('\n'));
}

/** Stores a replay, or stores it again for another seven days. Throws the server's refusal. */
export async function startDownload(memberId: number, sectionId: number, quality: DownloadQuality): Promise<void> {
  // Requested during the press: the browser then does not evict it. Gecko asks its user, who may never answer.
  navigator.storage.persist().catch(() => undefined);
  const body = JSON.stringify({ item_id: sectionId, device_key: deviceKey(), quality });
  const headers = { 'content-type': 'application/json' };
  const reply = await call<DownloadReplyWire>(downloadCalls.all(), { method: 'POST', headers, body });
  const former = (await listStored()).filter((one) => one.sectionId === reply.item_id || one.memberId !== memberId);
  for (const { id } of former) await removeStored(id);
  await moveClock(ms(reply.server_ts));
  await putStored({
    id: reply.id,
    memberId,
    sectionId: reply.item_id,
    archiveId: reply.program_archive_id,
    programId: reply.program_id,
    title: reply.program_name,
    part: reply.title,
    partNo: reply.section_no,
    dayHk: reply.broadcast_day,
    channelBitwise: reply.channel_bitwise,
    streamId: reply.stream_id,
    startsAtMs: ms(reply.start_ts),
    endsAtMs: ms(reply.end_ts),
    expiresAtMs: ms(reply.expires_ts),
    bytes: reply.bytes,
    playlist: null,
    files: [],
    done: 0,
    atMs: former.find((one) => one.sectionId === reply.item_id && one.memberId === memberId)?.atMs ?? null,
    isSuspended: false,
  });
  await mark();
  tell();
}

export const isComplete = ({ playlist, files, done }: StoredDownload): boolean =>
  playlist !== null && done >= files.length;

async function fetchSound(path: string): Promise<Response> {
  const reply = await fetch(path, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
  if (!reply.ok) throw new Error(`the sound answered ${reply.status}`);
  return reply;
}

/** Continues one from the file at which it stopped. */
async function fill(download: StoredDownload): Promise<void> {
  const { id } = download;
  const ask = () => call<z.output<typeof addressReplySchema>>(downloadCalls.address(id), { method: 'POST' });
  let { path, grant_expires_ts: until, server_ts: now } = await ask();
  let endsAtMs = performance.now() + ms(until - now) / 2;
  let { playlist, files, done } = download;
  if (playlist === null) {
    const address = new URL(path, location.origin).href;
    const local = localPlaylist(await (await fetchSound(path)).text(), address);
    ({ text: playlist, files } = local);
    if (!(await changeStored(id, { playlist, files }))) return;
  }
  for (; done < files.length;) {
    if ((await isWifiOnly()) && isMobile()) return;
    if (performance.now() > endsAtMs) {
      ({ path, grant_expires_ts: until, server_ts: now } = await ask());
      endsAtMs = performance.now() + ms(until - now) / 2;
    }
    await writeSound(id, done, await (await fetchSound(underGrantOf(files[done] ?? '', path))).arrayBuffer());
    done += 1;
    // Removed meanwhile.
    if (!(await changeStored(id, { done }))) return await removeStored(id);
    tell();
  }
}

export type FillOutcome = 'done' | 'waiting' | 'full' | 'failed';

async function fillAll(): Promise<FillOutcome> {
  try {
    for (const download of await listStored()) if (!isComplete(download)) await fill(download);
    return (await listStored()).every(isComplete) ? 'done' : 'waiting';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full';
    return 'failed';
  } finally {
    await mark().catch(() => undefined);
    tell();
  }
}

/**
 * Continues what is not complete, once at a time. What asks meanwhile, such as this page once its member is known, or
 * another tab, waits: it takes over if the one before stops.
 */
export const fillDownloads = (): Promise<FillOutcome> => navigator.locks.request('airwave.downloads', fillAll);

export async function removeDownload(id: string): Promise<void> {
  await removeStored(id);
  await mark();
  tell();
  await call(downloadCalls.one(id), { method: 'DELETE', keepalive: true }).catch(() => undefined);
}

/** At log-out, and when another member logs in. */
export async function clearDownloads(): Promise<void> {
  await removeAllStored();
  await caches.delete('kept-shell');
  await mark();
  tell();
}

/** Deletes what is over by the clock that never goes back. */
async function sweep(serverMs?: number): Promise<void> {
  const clock = await moveClock(serverMs);
  for (const one of await listStored()) if (isOver(one, clock)) await removeStored(one.id);
  await mark();
}

/**
 * Asks the server what may still be played, and deletes the rest. Without network the clock decides. `memberId`: who is
 * logged in; null if unknown.
 */
export async function verifyDownloads(memberId: number | null): Promise<void> {
  if ((await listStored()).some((one) => memberId !== null && one.memberId !== memberId)) return clearDownloads();
  await sweep();
  try {
    const signal = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
    const known = new Set((await listStored()).map(({ id }) => id));
    // Nothing to ask about, such as for a guest.
    if (known.size === 0) return tell();
    const told = await call<VerifiedReplyWire>(downloadCalls.all(deviceKey()), { signal });
    await sweep(ms(told.server_ts));
    const states = new Map(told.items.map((item) => [item.id, item.state]));
    for (const id of known) {
      const state = states.get(id) ?? 'ended';
      if (state === 'ended') await removeStored(id);
      else await changeStored(id, { isSuspended: state === 'suspended' });
    }
    await mark();
    for (const owner of new Set((await listStored()).map((one) => one.memberId))) await reportPositions(owner);
  } catch (error) {
    if (error instanceof CallRefused && error.code === NOT_AUTHENTICATED) return clearDownloads();
    // Without network it is played as it is.
  }
  tell();
}

export const rememberPosition = (id: string, atMs: number): Promise<boolean> => changeStored(id, { atMs });

/** Player data of a stored replay, as returned by the call for others. */
export interface StoredReply extends PlayReplyWire {
  stored: { id: string; memberId: number };
}

/** Null if it is not stored whole, or may not be played. */
export async function playStored(sectionId: number): Promise<StoredReply | null> {
  const found = (await listStored()).find((one) => one.sectionId === sectionId && isComplete(one));
  if (!found) return null;
  await verifyDownloads(null);
  const one = await findStored(found.id);
  if (!one || one.isSuspended) throw new CallRefused('121001', '');
  const [start, end] = [one.startsAtMs / 1000, one.endsAtMs / 1000];
  const section: PlayReplyWire['section'] = {
    item_id: one.sectionId,
    program_archive_id: one.archiveId,
    program_id: one.programId,
    program_name: one.title,
    title: one.part,
    display_date: one.dayHk,
    display_start_time: '',
    display_end_time: '',
    broadcast_day: one.dayHk,
    duration: Math.round(end - start),
    program_class: 1,
    section_no: one.partNo,
    stream_id: one.streamId,
    start_ts: start,
    end_ts: end,
    is_over: true,
    is_ended: false,
    available_until_ts: one.expiresAtMs / 1000,
    free_seconds: 0,
    // Pictures are not stored.
    keyart_url: { src: '', srcset: '', sizes: '', aspect_ratio: '' },
    channel_bitwise: one.channelBitwise,
  };
  const place = one.atMs === null ? null : { at_ts: one.atMs / 1000, heard_ts: 0, device_name: '', other: null };
  return {
    stored: { id: one.id, memberId: one.memberId },
    section,
    parts: [{ item_id: one.sectionId, section_no: one.partNo, title: one.part, start_ts: start, end_ts: end }],
    stream_id: one.streamId,
    start_ts: start,
    end_ts: end,
    is_over: true,
    missing: [],
    items: [{ default_encode_profile_output_id: 11, path: downloadsPaths.sound(one.id) }],
    grant_expires_ts: one.expiresAtMs / 1000,
    lease: null,
    place,
    free_until_ts: null,
  };
}
