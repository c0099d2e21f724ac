import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTimetableDesk, detailOf, override, slot, SUNDAY } from '#tests/factories/timetable-desk.ts';
import { instantHk } from '#shared/hk-time.ts';
import { getOnAir } from './timetable.ts';
import { listOverrides } from './timetable.store.ts';

// What other timetable programs got wrong (netmix/radio-station #183, #290, #298, #300, #302, #312), through the actions of the desk.

let room: Awaited<ReturnType<typeof createTimetableDesk>>;
beforeAll(async () => {
  room = await createTimetableDesk();
});
beforeEach(() => room.reset());
afterAll(() => room.close());

it('two overrides that meet at noon both cover the programme below, and nothing of it is left between them', async () => {
  await room.change({ kind: 'base', values: slot({ startMinute: 600, endMinute: 840 }) });
  const { status } = await room.change(
    override({ title: '上', startMinute: 600, endMinute: 720 }),
    override({ title: '下', startMinute: 720, endMinute: 780 }),
  );
  expect(status).toBe(200);
  expect((await room.publicDay(SUNDAY)).slice(0, 4)).toEqual([
    '05:00-10:00 881 不停播',
    '10:00-12:00 上',
    '12:00-13:00 下',
    '13:00-14:00 的士高峰',
  ]);
});

it('a programme that is shortened on one day and the one that follows it are both shown', async () => {
  await room.change({ kind: 'base', values: slot({ startMinute: 600, endMinute: 840 }) });
  await room.change(
    override({ programId: 1, startMinute: 600, endMinute: 780 }),
    override({ programId: 2, startMinute: 780, endMinute: 840 }),
  );
  expect((await room.publicDay(SUNDAY)).slice(1, 3)).toEqual(['10:00-13:00 的士高峰', '13:00-14:00 夜海長談']);
});

it('an override stands where its hour is, however late it was added, and a whole day covers the whole day', async () => {
  await room.change(override({ title: '夜', startMinute: 1200, endMinute: 1260 }));
  await room.change(override({ title: '朝', startMinute: 420, endMinute: 480 }));
  const day = await room.publicDay(SUNDAY);
  expect(day.findIndex((item) => item.endsWith('朝'))).toBeLessThan(day.findIndex((item) => item.endsWith('夜')));
  await room.change(
    override({ title: '全日', dayFrom: '2026-12-06', dayTo: '2026-12-06', startMinute: 0, endMinute: 1440 }),
  );
  expect((await room.publicDay('2026-12-05')).at(-1)).toBe('00:00-00:00 全日');
  expect((await room.publicDay('2026-12-06'))[0]).toBe('00:00-01:00 夜海長談');
});

it('two overrides of the same hours are refused, with both named, and one of them is never shown twice', async () => {
  await room.change(override({ title: '一' }));
  const [first] = await listOverrides(room.database.db, 881);
  const { status, ...reply } = await room.change(override({ title: '二', startMinute: 915, endMinute: 945 }));
  expect(status).toBe(409);
  expect(detailOf(reply)).toMatchObject({ faults: [{ kind: 'override', otherRowId: first?.id, firstDay: SUNDAY }] });
  expect((await room.publicDay(SUNDAY)).filter((item) => item.includes('一') || item.includes('二'))).toHaveLength(1);
});

it('an override past midnight is one broadcast of the day it starts in, on each of its days', async () => {
  await room.change(override({ title: '通宵', dayTo: '2026-11-30', startMinute: 1410, endMinute: 1560 }));
  for (const day of [SUNDAY, '2026-11-30'])
    expect((await room.publicDay(day)).filter((item) => item.endsWith('通宵'))).toEqual(['23:30-02:00 通宵']);
  const clash = await room.change(
    override({ dayFrom: '2026-12-01', dayTo: '2026-12-01', startMinute: 90, endMinute: 150 }),
  );
  expect(clash.status).toBe(409);
});

it('what comes next never names a programme that an override covers', async () => {
  await room.change(override({ title: '加長', startMinute: 780, endMinute: 1080 }));
  const { current, next } = await getOnAir({ db: room.database.db, now: instantHk(SUNDAY, 800) }, 881);
  expect([current, ...next].map(({ programName }) => programName)).toEqual([
    '加長',
    '881 不停播',
    '夜海長談',
    '881 不停播',
  ]);
});
