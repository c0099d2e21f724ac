import type { Db } from '#db/database.ts';
import { seedContent } from '#db/seed/content.ts';
import { seedDemoMembers } from '#db/seed/members.ts';
import { seedPictures } from '#db/seed/pictures.ts';
import { seedStation } from '#db/seed/station.ts';

export interface SeedOptions {
  log: (line: string) => void;
  now?: Date;
  /** Only in a demo: makes the accounts whose password the README names. */
  demoMembers?: { hashPassword: (password: string) => Promise<string> };
}

/**
 * Fills an empty database with the station and everything to read, dated back from `now`. A second run finds each step
 * done and changes nothing.
 */
export async function seedDatabase(db: Db, { log, now = new Date(), demoMembers }: SeedOptions): Promise<void> {
  if (await seedStation(db)) log('Seeded the station: programmes, hosts and weeks.');
  const articles = await seedContent(db, now);
  if (articles > 0) log(`Seeded ${articles} articles, the chart, directories and lasting pages.`);
  const pictures = await seedPictures(db);
  if (pictures > 0) log(`Linked ${pictures} pictures to what they show now.`);
  if (demoMembers) {
    const accounts = await seedDemoMembers(db, { now, ...demoMembers });
    if (accounts > 0) log(`Seeded ${accounts} demo accounts; the README names them.`);
  }
}
