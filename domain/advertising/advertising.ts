import type { Db, Tx } from '#db/database.ts';
import { purgePages, tellAdFrames } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { demandRevision, revisionOf } from '#domain/actions/actions.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { findOff } from '#domain/settings/settings.ts';
import type { BlockedAds } from '#shared/ads/blocked-ads.ts';
import type { CreativeDecoder } from '#shared/outside/creative-decoder.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';
import {
  creativePath,
  HOUSE_ADS_TAG,
  houseAdsTag,
  isTarget,
  MAX_BLOCKS,
  MAX_DAYS,
  slotOfPlace,
  widthsOf,
  type Booked,
  type BookingState,
  type ShownHouseAd,
} from './advertising.rules.ts';
import {
  findBlocks,
  findBooking,
  findBookings,
  findCreative,
  findCreatives,
  findOpenBookings,
  insertBlock,
  insertBooking,
  insertCreative,
  liftBlock,
  lockBlock,
  lockBlocks,
  lockBooking,
  updateBooking,
  type Booking,
  type BookingWithCreative,
} from './advertising.store.ts';
import { costRefusal, MAX_CREATIVE_UPLOAD_BYTES, typeRefusal, type CreativeRefusal } from './creative-bytes.rules.ts';

export type { BookingWithCreative, Creative } from './advertising.store.ts';

export interface AdvertisingServices {
  db: Db;
  files: FileStorage;
  decoder: CreativeDecoder;
}

interface Call {
  hand: Hand;
  now: Date;
}

/** Queued for the start and the end of a booking. */
export const HOUSE_BOOKING_TURNS = 'house-booking-turns';
/** Bookings that can be on or near at once; more are refused. */
const MAX_OPEN = 200;
/** Longer than any query result is kept. */
const AHEAD_MS = 60_000;

/** What an uploader says of a creative. */
export interface CreativeWords {
  name: string;
  alt: string;
  target: string;
}

const unfit = (refusal: CreativeRefusal) => new DomainError('invalidParam', refusal);

/** Adds a creative by its bytes; `invalidParam` has the rule that it breaks and the figure measured. */
export async function uploadCreative(
  { db, files, decoder }: AdvertisingServices,
  { hand, now }: Call,
  { name, alt, target }: CreativeWords,
  upload: Uint8Array,
): Promise<number> {
  if (!isTarget(target))
    throw new DomainError('invalidParam', { fieldErrors: { target: ['a path or an https address'] } });
  if (upload.length > MAX_CREATIVE_UPLOAD_BYTES)
    throw unfit({ reason: 'bytes', measured: upload.length, most: MAX_CREATIVE_UPLOAD_BYTES });
  const type = typeRefusal(upload);
  if (type) throw unfit(type);
  const found = await decoder.decode(upload);
  if (found === null) throw unfit({ reason: 'unreadable' });
  const { bytes, ...measured } = found;
  const cost = costRefusal({ ...measured, bytes: bytes.length });
  if (cost) throw unfit(cost);
  const { rounds, durationMs, ...kept } = measured;
  return db.transaction(async (tx) => {
    const creative = {
      ...kept,
      durationMs: durationMs * rounds,
      name,
      alt,
      target,
      bytes: bytes.length,
      fileSha256: await files.put(bytes),
    };
    const id = await insertCreative(tx, { ...creative, createdBy: hand.accountId ?? null, createdAt: now });
    const { width, height, frames } = creative;
    const after = { name, alt, target, width, height, frames, bytes: bytes.length };
    await recordAudit(tx, hand, { action: 'advertising.upload', subject: ['house-creative', id], after }, now);
    return id;
  });
}

/** Creatives, newest first; `next` is the id before which the next page begins. */
export async function listCreatives(
  { db, now }: { db: Db; now: Date },
  { before, limit }: { before: number | null; limit: number },
) {
  const rows = await findCreatives(db, { before, limit: limit + 1, now });
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)!.id : null };
}

/** What a booking says; also what its revision is made of. */
export interface BookingFields {
  creativeId: number;
  slots: string[];
  startsAt: Date;
  endsAt: Date;
  weight: number;
}

const fieldsOf = ({ creativeId, slots, startsAt, endsAt, weight }: BookingFields): BookingFields => ({
  creativeId,
  slots,
  startsAt,
  endsAt,
  weight,
});
const shown = ({ startsAt, endsAt, ...rest }: BookingFields) => ({
  ...rest,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});
export const bookingRevision = (booking: Booking): string =>
  revisionOf({ ...shown(fieldsOf(booking)), isCancelled: booking.cancelledAt !== null });

const invalid = (field: string, why: string) => new DomainError('invalidParam', { fieldErrors: { [field]: [why] } });

async function demandFit(tx: Tx, { creativeId, slots, startsAt, endsAt }: BookingFields, now: Date): Promise<void> {
  if (endsAt <= startsAt || endsAt <= now) throw invalid('ends_ts', 'after the start and after now');
  if (endsAt.getTime() - startsAt.getTime() > MAX_DAYS * 86_400_000)
    throw invalid('ends_ts', `at most ${MAX_DAYS} days after the start`);
  const creative = await findCreative(tx, creativeId);
  if (creative === null) throw new DomainError('dataNotFound');
  for (const place of slots) {
    const slot = slotOfPlace(place);
    if (slot === null) throw invalid('slots', `there is no such slot: ${place}`);
    if (widthsOf(slot, [creative.width, creative.height]).length === 0)
      throw invalid('slots', `${place} has no size ${creative.width}×${creative.height}`);
  }
}

/** Purges the pages of its groups now, at its start and at its end. */
async function announce(tx: Tx, id: number, groups: readonly string[], { startsAt, endsAt }: BookingFields, now: Date) {
  const tags = [HOUSE_ADS_TAG, ...new Set(groups.map(houseAdsTag))];
  await purgePages(tx, tags);
  for (const [edge, runAt] of [
    ['start', startsAt],
    ['end', endsAt],
  ] as const)
    if (runAt > now)
      await queueJob(tx, HOUSE_BOOKING_TURNS, { tags }, { jobKey: `house-booking-${id}-${edge}`, runAt });
}
const groupsOf = (slots: readonly string[]) => slots.flatMap((place) => slotOfPlace(place)?.group ?? []);

/** Runs at the start and the end of a booking. */
export const purgeHouseAds = ({ db }: { db: Db }, tags: readonly string[]): Promise<void> =>
  db.transaction((tx) => purgePages(tx, tags));

/** Books a creative. `conflict` when too many bookings are open. */
export async function bookCreative(tx: Tx, { hand, now }: Call, fields: BookingFields): Promise<number> {
  await demandFit(tx, fields, now);
  const far = new Date(now.getTime() + MAX_DAYS * 2 * 86_400_000);
  if ((await findOpenBookings(tx, now, far, MAX_OPEN)).length >= MAX_OPEN)
    throw refused('too-many-bookings', { max: MAX_OPEN });
  const id = await insertBooking(tx, { ...fields, changedBy: hand.accountId ?? null, createdAt: now });
  await announce(tx, id, groupsOf(fields.slots), fields, now);
  const event = { action: 'advertising.book', subject: ['house-booking', id] } as const;
  await recordAudit(tx, hand, { ...event, after: shown(fields) }, now);
  return id;
}

async function lock(tx: Tx, id: number): Promise<Booking> {
  const booking = await lockBooking(tx, id);
  if (booking === null) throw new DomainError('dataNotFound');
  return booking;
}

/** Changes a booking that was edited from the revision `base`. Returns what it was, and its new revision. */
export async function changeBooking(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields }: { id: number; base: string; fields: BookingFields },
): Promise<{ former: BookingFields; revision: string }> {
  const booking = await lock(tx, id);
  const former = fieldsOf(booking);
  const known = { ...shown(former), isCancelled: booking.cancelledAt !== null };
  const changedBy = (await findBooking(tx, id))?.by ?? null;
  demandRevision(base, { fields: known, changedBy });
  if (booking.cancelledAt) throw refused('booking-cancelled');
  await demandFit(tx, fields, now);
  await updateBooking(tx, id, { ...fields, changedBy: hand.accountId ?? null });
  await announce(tx, id, groupsOf([...former.slots, ...fields.slots]), fields, now);
  const event = { action: 'advertising.change', subject: ['house-booking', id] } as const;
  await recordAudit(tx, hand, { ...event, before: shown(former), after: shown(fields) }, now);
  return { former, revision: revisionOf({ ...shown(fields), isCancelled: false }) };
}

/** Cancels a booking, or brings it back. */
export async function setCancelled(tx: Tx, { hand, now }: Call, id: number, isCancelled: boolean): Promise<void> {
  const booking = await lock(tx, id);
  if ((booking.cancelledAt !== null) === isCancelled || booking.endsAt <= now)
    throw refused(isCancelled ? 'booking-over' : 'booking-not-cancelled');
  await updateBooking(tx, id, { cancelledAt: isCancelled ? now : null, changedBy: hand.accountId ?? null });
  await announce(tx, id, groupsOf(booking.slots), booking, now);
  const event = {
    action: isCancelled ? 'advertising.cancel' : 'advertising.restore',
    subject: ['house-booking', id],
  } as const;
  const state = (over: boolean) => ({ state: over ? 'cancelled' : 'scheduled' });
  await recordAudit(tx, hand, { ...event, before: state(!isCancelled), after: state(isCancelled) }, now);
}

/** Bookings with creatives, latest end first. */
export const listBookings = (
  { db, now }: { db: Db; now: Date },
  state: BookingState | null,
  limit: number,
): Promise<BookingWithCreative[]> => findBookings(db, { state, now, limit });

export const getBooking = async ({ db }: { db: Db }, id: number): Promise<BookingWithCreative> => {
  const booking = await findBooking(db, id);
  if (booking === null) throw new DomainError('dataNotFound');
  return booking;
};

/** Bookings that are on or will be, for shares. */
export const openBookings = ({ db, now }: { db: Db; now: Date }): Promise<BookingWithCreative[]> =>
  findOpenBookings(db, now, new Date(now.getTime() + MAX_DAYS * 2 * 86_400_000), MAX_OPEN);

export type HouseAd = Booked & { ad: ShownHouseAd };

/** Current bookings, for pages; cached for half a minute. None while ads are switched off. */
export async function getHouseAds({ db, now }: { db: Db; now: Date }): Promise<HouseAd[]> {
  if ((await findOff({ db, now }, 'ads')) !== null) return [];
  const ahead = new Date(now.getTime() + AHEAD_MS);
  const open = await cachedQuery(db, { key: HOUSE_ADS_TAG, tags: [HOUSE_ADS_TAG] }, () =>
    findOpenBookings(db, now, ahead, MAX_OPEN),
  );
  return open
    .filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
    .map(({ id, slots, weight, startsAt, endsAt, creative: { name, fileSha256, width, height, alt, target } }) => ({
      id,
      slots,
      weight,
      width,
      height,
      startsAtMs: startsAt.getTime(),
      endsAtMs: endsAt.getTime(),
      ad: { id, name, src: creativePath(fileSha256), width, height, alt, href: target },
    }));
}

/** Blocks in force, newest first. */
export const listBlocks = ({ db }: { db: Db }) => findBlocks(db, MAX_BLOCKS);

/** The same, in the form for frames. */
export const getBlockedAds = async ({ db }: { db: Db }): Promise<BlockedAds> =>
  (await findBlocks(db, MAX_BLOCKS)).map(({ advertiser, creative }) => [advertiser, creative]);

/** Makes the frames of sold advertising refuse an advertiser, a creative, or one creative of an advertiser. */
export async function blockAd(
  tx: Tx,
  { hand, now }: Call,
  { advertiser: given, creative }: { advertiser: string; creative: string },
): Promise<number> {
  const advertiser = given.toLowerCase();
  if (advertiser === '' && creative === '') throw invalid('advertiser', 'an advertiser or a creative');
  await lockBlocks(tx);
  const known = await findBlocks(tx, MAX_BLOCKS);
  if (known.some((block) => block.advertiser === advertiser && block.creative === creative))
    throw refused('ad-blocked');
  if (known.length >= MAX_BLOCKS) throw refused('too-many-blocks', { max: MAX_BLOCKS });
  const block = { advertiser, creative, reason: hand.why, blockedBy: hand.accountId ?? null, createdAt: now };
  const id = await insertBlock(tx, block);
  await tellAdFrames(tx);
  const event = { action: 'advertising.block', subject: ['ad-block', id] } as const;
  await recordAudit(tx, hand, { ...event, after: { advertiser, creative, reason: hand.why } }, now);
  return id;
}

export async function liftAdBlock(tx: Tx, { hand, now }: Call, id: number): Promise<void> {
  const block = await lockBlock(tx, id);
  if (block === null) throw new DomainError('dataNotFound');
  if (block.liftedAt) throw refused('ad-not-blocked');
  await liftBlock(tx, id, now);
  await tellAdFrames(tx);
  const { advertiser, creative, reason } = block;
  const event = { action: 'advertising.lift', subject: ['ad-block', id] } as const;
  await recordAudit(tx, hand, { ...event, before: { advertiser, creative, reason } }, now);
}
