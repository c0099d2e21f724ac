import { expect, it } from 'vitest';
import { BREAK } from './break-mark.ts';
import { phrase } from './phrase.ts';

const splitPhrase = (text: string) => phrase(text).split(BREAK);

it.each([
  ['東廊往中環電單車同私家車碰撞 車龍至隔音屏障', '車龍'],
  ['吐公往粉嶺回復暢順 37 分鐘可通過', '暢順'],
  ['假日去觀塘海濱花園影雀，記得避開呢 3 個時間', '影雀'],
  ['配樂人許女士：《渡海日》得24分鐘音樂', '《渡海日》'],
  ['公司負責人就二手車作虛假說明', '二手車'],
  ['髮型師打嚟問：坐車畀唔畀陌生人坐隔籬', '坐隔籬'],
  ['夜船加到凌晨一點：收工之後，坐一程八分鐘嘅海', '凌晨一點'],
  ['夜晚十一點三刻嘅便利店', '夜晚十一點三刻'],
])('keeps a word of the city whole: %s', (title, word) => {
  expect(splitPhrase(title).some((part) => part.includes(word))).toBe(true);
});

it('lets a line end before a figure that nothing leans on, and never after one that does', () => {
  expect(splitPhrase('首批2366伙2031年入伙')).toEqual(['首批2366伙', '2031年', '入伙']);
  expect(phrase('恒指午後升幅擴至312點')).not.toContain(`至${BREAK}`);
});

it('keeps a name it was never taught whole, and a figure with its unit', () => {
  expect(splitPhrase('專家到邰家橋講座').some((part) => part.includes('邰家'))).toBe(true);
  expect(phrase('全程需 35 分鐘')).toContain('35\u00a0分鐘');
});

it('still leaves places where a long headline may end a line, and says the same when read twice', () => {
  const once = phrase('運輸及物流局談泊車位標準，數字要說清楚');
  expect(once.split(BREAK).length).toBeGreaterThan(3);
  expect(phrase(once)).toBe(once);
  expect(phrase('Peak Hour Jazz')).toBe('Peak Hour Jazz');
});
