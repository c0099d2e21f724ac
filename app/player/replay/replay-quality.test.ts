import { afterEach, expect, it, vi } from 'vitest';
import { firstQuality } from './replay-quality.ts';

let account: number | undefined;
vi.mock('#app/components/frame/member-state.ts', () => ({
  memberNow: () => ({ user: account === undefined ? null : { mobileDefaultResolution: account } }),
}));
afterEach(() => void vi.unstubAllGlobals());

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

it.each([
  { on: 'a telephone', userAgent: PHONE, ofAccount: 1, chosen: null, begins: 'sd' },
  { on: 'a telephone', userAgent: PHONE, ofAccount: 2, chosen: null, begins: 'hd' },
  { on: 'a telephone', userAgent: PHONE, ofAccount: 1, chosen: 'auto', begins: 'auto' },
  { on: 'a telephone', userAgent: PHONE, ofAccount: undefined, chosen: null, begins: 'auto' },
  { on: 'a desktop', userAgent: DESKTOP, ofAccount: 1, chosen: null, begins: 'auto' },
  { on: 'a desktop', userAgent: DESKTOP, ofAccount: 1, chosen: 'hd', begins: 'hd' },
])('R-369 begins with $begins on $on of an account with $ofAccount, where $chosen was chosen', (given) => {
  account = given.ofAccount;
  vi.stubGlobal('navigator', { userAgent: given.userAgent });
  vi.stubGlobal('localStorage', { getItem: () => given.chosen });
  expect(firstQuality()).toBe(given.begins);
});
