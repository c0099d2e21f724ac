import { describe, expect, it } from 'vitest';
import { scheduleLines, weekdayWords } from './schedule-words.ts';

describe('days in words', () => {
  it.each([
    [127, '每日'],
    [62, '星期一至五'],
    [65, '星期六、日'],
    [1, '星期日'],
    [2 + 8 + 32, '星期一、三、五'],
    [2 + 4, '星期一、二'],
    [2 + 8 + 16 + 32, '星期一、三至五'],
    [64 + 1 + 32, '星期五至日'],
  ])('mask %i is %s', (mask, words) => expect(weekdayWords(mask)).toBe(words));
});

describe('when a programme is on', () => {
  const row = { channelId: 903 as const, startMinute: 840, endMinute: 1020, horseRacingSkip: false };

  it('says the same hours on other days once', () => {
    expect(
      scheduleLines([
        { ...row, weekdayBitwise: 62 },
        { ...row, weekdayBitwise: 65 },
      ]),
    ).toEqual([{ channelId: 903, days: '每日', time: '14:00 – 17:00', racingSkip: false }]);
  });

  it('keeps days apart that give way to the races, and wraps past midnight', () => {
    const lines = scheduleLines([
      { ...row, weekdayBitwise: 2 },
      { ...row, weekdayBitwise: 8, horseRacingSkip: true },
      { ...row, weekdayBitwise: 4, startMinute: 1380, endMinute: 1500 },
    ]);
    expect(lines.map((l) => `${l.days} ${l.time} ${l.racingSkip}`)).toEqual([
      '星期一 14:00 – 17:00 false',
      '星期三 14:00 – 17:00 true',
      '星期二 23:00 – 01:00 false',
    ]);
  });
});
