import { automationWebhooks } from '#server/outside/automation/webhooks.ts';
import type { Config } from '#server/config.ts';
import type { WebhookProvider } from '#server/web/webhook-routes.ts';
import type { Db, Tx } from '#db/database.ts';
import type { PlayServices } from '#domain/archive/playing/archive-play.ts';
import type { ArchiveSettings } from '#domain/archive/archive.ts';
import type { BroadcastNeighbours } from '#domain/archive/staff-lists.ts';
import type { DownloadServices } from '#domain/downloads/downloads.ts';
import { countSaved } from '#domain/library/library.ts';
import {
  getRemoval,
  keepSound,
  listRenditions,
  releaseSound,
  removalsBetween,
  removeSound,
  restoreSound,
  soundBetween,
  tapeSpan,
  tellRemovals,
} from '#domain/media/kept-sound.ts';
import { noteDevice, noteDevices } from '#domain/members/members.ts';
import {
  heardIn,
  isRecordingPaused,
  positionIn,
  positionsOf,
  recentPositions,
  sessionHashOf,
  signGrant,
  startLeasesWithin,
  startLeaseWithin,
  withdrawLeases,
  isOfPlan,
  type SharedSlotsOf,
  type LeaseRequest,
  type GrantKeys,
} from '#domain/playback/playback.ts';
import { countFeedsOf } from '#domain/podcasts/podcasts.ts';
import { receivedReplays } from '#domain/replay-gifts/replay-gifts.ts';
import { ownedReplays } from '#domain/replay-sales/replay-sales.ts';
import { listSongMarks } from '#domain/songs/song-corrections.ts';
import { countSongs } from '#domain/songs/songs.ts';
import { sharersOf } from '#domain/subscriptions/subscriptions.ts';
import type { ChannelId } from '#shared/enums.ts';

const DEMO_AUTOMATION_SECRET = 'automation-of-the-demo-stations-alone';
const DEMO_FREE_MINUTES = 5;

/** Secret that signs automation reports. Empty: reports are not accepted. */
export const automationSecretOf = ({ AUTOMATION_SECRET, demo }: Pick<Config, 'AUTOMATION_SECRET' | 'demo'>): string =>
  AUTOMATION_SECRET || (demo ? DEMO_AUTOMATION_SECRET : '');

/** Delay between the automation's clock and the encoder's, by channel. */
export function airDelaysOf({
  AUTOMATION_AIR_DELAY_MS,
}: Pick<Config, 'AUTOMATION_AIR_DELAY_MS'>): Record<ChannelId, number> {
  const given = new Map(
    AUTOMATION_AIR_DELAY_MS.split(',').map((entry) => {
      const [channel = '', delay = ''] = entry.split('=');
      return [Number(channel), Number(delay)] as const;
    }),
  );
  return { 881: given.get(881) ?? 0, 903: given.get(903) ?? 0, 864: given.get(864) ?? 0 };
}

/** The automation webhook exists only with a secret. */
export function automationProviders(config: Config): WebhookProvider[] {
  const secret = automationSecretOf(config);
  return secret === '' ? [] : [automationWebhooks({ secret, airDelayMs: airDelaysOf(config) })];
}

/** The station's defaults, which programmes may override. */
export const archiveSettingsOf = ({ ARCHIVE_FREE_MINUTES, ARCHIVE_REPLAY_DAYS, demo }: Config): ArchiveSettings => ({
  freeMinutes: ARCHIVE_FREE_MINUTES ?? (demo ? DEMO_FREE_MINUTES : 0),
  replayDays: ARCHIVE_REPLAY_DAYS,
});

/** Operations on the sound of replays: keep, release, remove, restore, and stop playback. */
export const archiveSound = {
  getRemoval,
  keepSound,
  releaseSound,
  removeSound,
  restoreSound,
  tapeSpan,
  tellRemovals,
  withdrawLeases,
};

/** What other modules know of a broadcast. */
export const broadcastNeighbours: BroadcastNeighbours = {
  removalsBetween,
  countSongs,
  countSaved,
  countFeeds: countFeedsOf,
  listSongMarks,
  tapeSpan,
};

/** What members may play without a plan. What was both bought and given counts as bought. */
export const ownedBroadcasts: PlayServices['ownedBroadcasts'] = async (db, memberIds, now) => {
  const [bought, given] = await Promise.all([ownedReplays(db, memberIds, now), receivedReplays(db, memberIds, now)]);
  const owned = new Map<number, Map<number, 'bought' | 'given'>>();
  for (const [how, found] of [
    ['given', given],
    ['bought', bought],
  ] as const)
    for (const [memberId, archiveIds] of found) {
      const own = owned.get(memberId) ?? new Map<number, 'bought' | 'given'>();
      for (const archiveId of archiveIds) own.set(archiveId, how);
      owned.set(memberId, own);
    }
  return owned;
};

/** The device slots that a family plan shares. */
export const sharedSlotsOf =
  ({ PLAYBACK_FAMILY_DEVICES: maxDevices }: Pick<Config, 'PLAYBACK_FAMILY_DEVICES'>): SharedSlotsOf =>
  async (db, memberId, now) => {
    const sharers = await sharersOf(db, memberId, now);
    return sharers && { ...sharers, maxDevices };
  };

/** Dependencies of archive playback. */
export const createPlayServices = (config: Config, { db, keys }: { db: Db; keys: () => GrantKeys }): PlayServices => ({
  db,
  settings: archiveSettingsOf(config),
  maxDevices: config.PLAYBACK_DEVICES,
  soundBetween,
  renditionsOf: listRenditions,
  removalsBetween,
  ownedBroadcasts,
  signGrant: ({ sessionToken, ...grant }) =>
    signGrant(keys(), {
      ...grant,
      sessionHash: sessionToken === null ? null : sessionHashOf(sessionToken),
      remoteSerial: null,
    }),
  startLease: (on, asked) =>
    // In one transaction: a device without a slot must not enter the list by asking.
    on.transaction(async (tx) => {
      const { memberId, device, streamId, now } = asked;
      const shared = isOfPlan(streamId) ? await sharedSlotsOf(config)(tx, memberId, now) : null;
      await noteDevice(tx, { memberId, device, most: config.PLAYBACK_DEVICE_LIST, now });
      const { lease, playing } = await startLeaseWithin(tx, { ...asked, shared });
      return { lease: { id: lease.id, epoch: lease.epoch }, playing };
    }),
  positionIn,
  positionsOf,
  heardIn,
  isRecordingPaused,
  recentPositions,
});

/** Dependencies of replays that browsers store. */
export const createDownloadServices = (
  { PLAYBACK_DEVICE_LIST: most }: Pick<Config, 'PLAYBACK_DEVICE_LIST'>,
  archive: PlayServices,
): DownloadServices => ({ ...archive, noteDevice: (tx, noted) => noteDevice(tx, { ...noted, most }) });

/** Starts leases in a batch and records each device in its member's list. */
export const plainLeases =
  ({ PLAYBACK_DEVICE_LIST: most }: Pick<Config, 'PLAYBACK_DEVICE_LIST'>) =>
  (tx: Tx, asked: readonly LeaseRequest[]) =>
    startLeasesWithin(tx, asked, (within, fit) => noteDevices(within, fit, { most, now: fit[0]!.now }));
