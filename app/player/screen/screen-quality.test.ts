import { afterEach, describe, expect, it, vi } from 'vitest';
import { choicesOf, firstRendition, linesOf } from './screen-quality.ts';

let account: number | undefined;
vi.mock('#app/components/frame/member-state.ts', () => ({
  memberNow: () => ({ user: account === undefined ? null : { mobileDefaultResolution: account } }),
}));
afterEach(() => void vi.unstubAllGlobals());

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

it.each([
  { on: 'a telephone', userAgent: PHONE, ofAccount: 1, chosen: null, begins: 'v25' },
  { on: 'a telephone', userAgent: PHONE, ofAccount: 2, chosen: null, begins: 'v24' },
  { on: 'a telephone', userAgent: PHONE, ofAccount: 1, chosen: 'auto', begins: null },
  { on: 'a telephone', userAgent: PHONE, ofAccount: undefined, chosen: null, begins: null },
  { on: 'a desktop', userAgent: DESKTOP, ofAccount: 1, chosen: null, begins: null },
  { on: 'a desktop', userAgent: DESKTOP, ofAccount: 1, chosen: 'v21', begins: 'v21' },
  { on: 'a desktop', userAgent: DESKTOP, ofAccount: 1, chosen: 'nonsense', begins: null },
])('R-369 begins with $begins on $on of an account with $ofAccount, where $chosen was chosen', (given) => {
  account = given.ofAccount;
  vi.stubGlobal('navigator', { userAgent: given.userAgent });
  vi.stubGlobal('localStorage', { getItem: () => given.chosen });
  expect(firstRendition()).toBe(given.begins);
});

describe('what may be chosen by hand', () => {
  it('is what there is, with the data an hour of it uses', () => {
    expect(choicesOf([25, 24], null)).toEqual([
      { rendition: 'v24', lines: 720, gigabytesAnHour: expect.closeTo(1.035) },
      { rendition: 'v25', lines: 360, gigabytesAnHour: expect.closeTo(0.405) },
    ]);
  });

  it('costs what was measured of this very film, where that is known', () => {
    const ladder = { rungs: [{ rendition: 'v24', bitsPerSecond: 4_000_000 }], shown: 'v24' };
    expect(choicesOf([24], ladder)[0]?.gigabytesAnHour).toBeCloseTo(1.8);
    expect(linesOf(ladder.shown)).toBe(720);
  });
});
