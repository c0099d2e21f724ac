import type { Db } from '#db/database.ts';
import { seedPictures } from '#db/seed/pictures.ts';
import { seedStation } from '#db/seed/station.ts';

/** Fills an empty database with the station. A second run finds each step done and changes nothing. */
export async function seedDatabase(db: Db, { log }: { log: (line: string) => void }): Promise<void> {
  if (await seedStation(db)) log('Seeded the station: programmes, hosts and weeks.');
  const pictures = await seedPictures(db);
  if (pictures > 0) log(`Linked ${pictures} pictures to what they show now.`);
}
