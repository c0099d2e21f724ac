import { readFile } from 'node:fs/promises';
import type { Tx } from '#db/database.ts';
import { houseBookings, houseCreatives } from '#db/tables/advertising.ts';
import { HOUSE_ADS } from '#fixtures/content/house-ads.ts';

const DAY_MS = 86_400_000;

/** Demo only: advertisements of the station, and their bookings. Needs the desk's accounts. Returns how many. */
export async function seedDemoHouseAds(
  tx: Tx,
  now: Date,
  { put }: { put: (bytes: Uint8Array) => Promise<string> },
): Promise<number> {
  for (const { file, startsInDays, days, slots, weight, by, ...creative } of HOUSE_ADS) {
    const bytes = await readFile(`fixtures/house-ads/${file}`);
    const [row] = await tx
      .insert(houseCreatives)
      .values({
        ...creative,
        fileSha256: await put(bytes),
        bytes: bytes.length,
        frames: 1,
        durationMs: 0,
        createdBy: by,
        createdAt: now,
      })
      .returning({ id: houseCreatives.id });
    const startsAt = new Date(now.getTime() + startsInDays * DAY_MS);
    await tx.insert(houseBookings).values({
      creativeId: row!.id,
      slots: [...slots],
      startsAt,
      endsAt: new Date(startsAt.getTime() + days * DAY_MS),
      weight,
      changedBy: by,
      createdAt: now,
    });
  }
  return HOUSE_ADS.length;
}
