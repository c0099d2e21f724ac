import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programCategories, programHosts, programs } from '#db/tables/programs.ts';
import { channels, liveVideoSchedules, schedules } from '#db/tables/timetable.ts';

/** A Saturday afternoon in Hong Kong: 14:26:05.250. */
export const SATURDAY_1426 = new Date('2026-11-21T14:26:05.250+08:00');

const everyDay = { weekdayBitwise: 127, validFrom: '2026-01-01', validTo: null };

type ProgramValues = typeof programs.$inferInsert;

const program = (id: number, title: string, values: Partial<ProgramValues> = {}): ProgramValues => ({
  id,
  title,
  titleChi: title,
  slug: title,
  categoryId: 1,
  channelBitwise: 1,
  keyart: `program-${id}`,
  position: id,
  ...values,
});

/**
 * A small station: three channels, a few programmes and hosts, 881 with a day that runs past midnight, 903 with video
 * from 14:00 to 17:00.
 */
export async function insertSmallStation(db: Db): Promise<void> {
  await db.insert(programCategories).values([
    { id: 1, name: '資訊', position: 1 },
    { id: 2, name: '音樂', position: 2 },
  ]);
  await db
    .insert(programs)
    .values([
      program(1, '的士高峰', { tagline: '一程車，一段路。' }),
      program(2, '夜海長談'),
      program(3, '放學後電台', { channelBitwise: 2, categoryId: 2 }),
      program(4, 'Peak Hour Jazz', { titleChi: '繁忙爵士', channelBitwise: 4, categoryId: 2 }),
      program(5, '是但傾', { channelBitwise: 1 | 2 }),
      program(6, '的士高峰：乘客信箱', { programType: 2, parentProgramId: 1 }),
      program(7, '停播節目', { status: 0 }),
      program(8, '刪除節目', { status: 2 }),
      program(9, '100%_音樂\\夜', { channelBitwise: 4, categoryId: 2 }),
      program(11, '881 不停播'),
      program(12, '903 不停播', { channelBitwise: 2 }),
      program(13, '864 不停播', { channelBitwise: 4 }),
    ]);
  await db.insert(hosts).values([
    { id: 1, name: '區柏言', nameEng: 'Au Pak Yin', slug: '區柏言', channelBitwise: 1, picture: 'host-1', position: 1 },
    { id: 2, name: '馬仔', slug: '馬仔', channelBitwise: 1 | 2, picture: 'host-2', position: 2 },
    { id: 3, name: '嘉賓甲', slug: '嘉賓甲', hostType: 8, channelBitwise: 8 | 2, picture: 'host-3', position: 3 },
    { id: 4, name: '離職者', slug: '離職者', channelBitwise: 1, picture: 'host-4', position: 4, status: 0 },
  ]);
  await db.insert(programHosts).values([
    { programId: 1, hostId: 1, position: 1 },
    { programId: 1, hostId: 2, position: 2 },
    { programId: 1, hostId: 4, position: 3 },
    { programId: 5, hostId: 2 },
    { programId: 3, hostId: 3 },
    { programId: 7, hostId: 1 },
  ]);
  await db.insert(channels).values([
    {
      id: 881,
      bit: 1,
      code: 'CR1',
      name: '雷霆881',
      frequency: 'FM 88.1',
      tagline: '',
      fillerProgramId: 11,
      position: 1,
    },
    {
      id: 903,
      bit: 2,
      code: 'CR2',
      name: '叱咤903',
      frequency: 'FM 90.3',
      tagline: '',
      fillerProgramId: 12,
      position: 2,
    },
    {
      id: 864,
      bit: 4,
      code: 'AM864',
      name: 'AM864',
      frequency: 'AM 864',
      tagline: '',
      fillerProgramId: 13,
      position: 3,
    },
  ]);
  await db.insert(schedules).values([
    { channelId: 881, programId: 1, startMinute: 840, endMinute: 960, ...everyDay },
    { channelId: 881, programId: 5, startMinute: 960, endMinute: 1080, ...everyDay, horseRacingSkip: true },
    { channelId: 881, programId: 2, startMinute: 1380, endMinute: 1500, ...everyDay },
    { channelId: 903, programId: 3, startMinute: 840, endMinute: 1020, ...everyDay },
    { channelId: 864, programId: 4, startMinute: 780, endMinute: 960, ...everyDay },
  ]);
  await db.insert(liveVideoSchedules).values([{ channelId: 903, startMinute: 840, endMinute: 1020, ...everyDay }]);
  // Ids of what tests add do not meet those above.
  for (const table of ['programs', 'hosts'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1000)`);
}
