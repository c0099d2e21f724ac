import { sql } from 'drizzle-orm';
import { tables, type Db } from '#db/database.ts';
import { overrideFixtures, racingDayFixtures } from '#fixtures/station/changes.ts';
import { guestAppearances, hostFixtures } from '#fixtures/station/hosts.ts';
import { programCategories } from '#fixtures/station/program-fixture.ts';
import { programFixtures } from '#fixtures/station/programs.ts';
import { BASE_VALID_FROM, channelFixtures, scheduleFixtures, videoFixtures } from '#fixtures/station/weeks.ts';
import { HostType, ProgramType } from '#shared/enums.ts';

const STEP = { name: 'station', version: '1' };

/** Inserts channels, programmes, hosts and weeks with stable ids, once. Returns whether it did. */
export async function seedStation(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Two processes that start together seed once: the second waits here and finds the step done.
    await tx.execute(sql`select pg_advisory_xact_lock(881903865)`);
    const claimed = await tx.insert(tables.seedSteps).values(STEP).onConflictDoNothing().returning();
    if (!claimed.length) return false;

    await tx
      .insert(tables.programCategories)
      .values(programCategories.map((name, i) => ({ id: i + 1, name, position: i + 1 })));
    await tx.insert(tables.hosts).values(
      hostFixtures.map((h) => ({
        id: h.id,
        name: h.name,
        nameEng: h.nameEng,
        slug: h.slug,
        hostType: h.guest ? HostType.GUEST : HostType.REGULAR,
        channelBitwise: h.channelBitwise,
        tagline: h.tagline,
        bio: h.bio,
        picture: h.picture,
        position: h.id,
      })),
    );
    // Main programmes first, because sub-programmes reference their parent.
    for (const sub of [false, true]) {
      await tx.insert(tables.programs).values(
        programFixtures
          .filter((p) => (p.parentId !== undefined) === sub)
          .map((p) => ({
            id: p.id,
            title: p.title,
            titleChi: p.titleChi,
            slug: p.slug,
            tagline: p.tagline,
            description: p.description,
            categoryId: p.categoryId,
            programType: sub ? ProgramType.SUB : ProgramType.MAIN,
            parentProgramId: p.parentId ?? null,
            channelBitwise: p.channelBitwise,
            keyart: p.keyart,
            position: p.id,
          })),
      );
    }
    await tx
      .insert(tables.programHosts)
      .values([
        ...programFixtures.flatMap((p) => p.hostIds.map((hostId, position) => ({ programId: p.id, hostId, position }))),
        ...guestAppearances.map(({ programId, hostId }) => ({ programId, hostId, position: 9 })),
      ]);
    await tx.insert(tables.channels).values(channelFixtures);
    await tx.insert(tables.schedules).values(scheduleFixtures.map((row) => ({ ...row, validFrom: BASE_VALID_FROM })));
    await tx.insert(tables.racingDays).values(racingDayFixtures);
    await tx.insert(tables.scheduleOverrides).values(overrideFixtures);
    await tx
      .insert(tables.liveVideoSchedules)
      .values(videoFixtures.map((row) => ({ ...row, validFrom: BASE_VALID_FROM })));

    for (const table of ['program_categories', 'hosts', 'programs']) {
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
      );
    }
    return true;
  });
}
