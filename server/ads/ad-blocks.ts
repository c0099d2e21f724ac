import type { Database } from '#db/database.ts';
import { watchNotifications } from '#db/listening.ts';
import { AD_BLOCKS } from '#db/notifications.ts';
import { getBlockedAds } from '#domain/advertising/advertising.ts';
import { readOff } from '#domain/settings/settings.ts';
import type { BlockedAds } from '#shared/ads/blocked-ads.ts';

/** Listens for changes to what frames refuse, and to whether there are any. After a gap in listening it is read again. */
export async function hearAdBlocks(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  ads: { setBlocked(blocked: BlockedAds): void; setOff(untilMs: number | null): void },
  onFault: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  let reading = Promise.resolve();
  // In turn: the last read is of the last change.
  const read = () => {
    reading = reading
      .then(async () => {
        ads.setOff((await readOff({ db, now: new Date() }, 'ads'))?.endsAtMs ?? null);
        ads.setBlocked(await getBlockedAds({ db }));
      })
      .catch(onFault);
  };
  const watch = await watchNotifications(pool, AD_BLOCKS, { onMessage: read, onListening: read });
  return { stop: () => watch.close() };
}
