import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { seedSteps } from '#db/tables/timetable.ts';
import { rentals, videoCategories, videos } from '#db/tables/films.ts';
import { filmCategoryFixtures, filmFixtures, rentalFixtures } from '#fixtures/content/films.ts';

const STEP = { name: 'films', version: '1' };
const RENTALS_STEP = { name: 'demo-rentals', version: '1' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Seeds films and their categories, once. Their renditions are attached by the caller. Returns the number of films, or
 * 0.
 */
export async function seedFilms(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // Two processes that start together seed once: the second waits here and finds the step done.
    await tx.execute(sql`select pg_advisory_xact_lock(881903869)`);
    const claimed = await tx.insert(seedSteps).values(STEP).onConflictDoNothing().returning();
    if (!claimed.length) return 0;
    await tx.insert(videoCategories).values([...filmCategoryFixtures]);
    await tx.insert(videos).values(
      filmFixtures.map(({ daysAgo, slug: _slug, ...film }) => ({
        ...film,
        publishedAt: new Date(now.getTime() - daysAgo * DAY_MS),
        createdAt: now,
      })),
    );
    for (const table of ['video_categories', 'videos'])
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
      );
    return filmFixtures.length;
  });
}

/** Seeds the rentals of the demo accounts, once, and only if these accounts are those of the demo. */
export async function seedDemoRentals(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(881903869)`);
    const claimed = await tx.insert(seedSteps).values(RENTALS_STEP).onConflictDoNothing().returning();
    if (!claimed.length) return 0;
    let given = 0;
    for (const { memberId, filmId, rentedHoursAgo, startedHoursAgo } of rentalFixtures) {
      const [member] = await tx
        .select({ id: members.id })
        .from(members)
        .where(and(eq(members.id, memberId), eq(members.isDemo, true)));
      const film = filmFixtures.find(({ id }) => id === filmId);
      if (!member || !film) continue;
      const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
      const rentedAt = ago(rentedHoursAgo);
      const startedAt = startedHoursAgo === null ? null : ago(startedHoursAgo);
      const watchBy = new Date(rentedAt.getTime() + film.rentDays * DAY_MS);
      const byHours = startedAt === null ? Infinity : startedAt.getTime() + film.watchHours * HOUR_MS;
      await tx.insert(rentals).values({
        memberId,
        videoId: filmId,
        source: 'hand',
        rentedAt,
        watchBy,
        watchHours: film.watchHours,
        startedAt,
        endsAt: new Date(Math.min(watchBy.getTime(), byHours)),
      });
      given += 1;
    }
    return given;
  });
}
