import type { Db } from '#db/database.ts';

/** Fills an empty database with the station. */
export async function seedDatabase(_db: Db, _options: { log: (line: string) => void }): Promise<void> {}
