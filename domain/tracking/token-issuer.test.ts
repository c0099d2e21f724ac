import { expect, it } from 'vitest';
import { createTokenIssuer } from './token-issuer.ts';

const KEY = 'a key for tests of thirty-two letters';
const NOW = new Date('2026-11-20T12:00:00+08:00');
const paddedName = (n: number) => String(n).padStart(22, 'b');

it('gives an address so many new names an hour and no more, and whoever has one keeps it', async () => {
  const taken = new Map<string, number>();
  let most = 3;
  const issue = createTokenIssuer(KEY, (address) => {
    const before = taken.get(address) ?? 0;
    if (before >= most) return 60;
    taken.set(address, before + 1);
    return 0;
  });
  const ask = async (n: number | null, remoteIp = '203.0.113.9', consent = 1) =>
    (await issue({ consent, memberId: null, ownName: n === null ? null : paddedName(n), remoteIp }, NOW)) !== null;
  const each = async (names: readonly number[]) => {
    const given: boolean[] = [];
    for (const n of names) given.push(await ask(n));
    return given;
  };
  // Requests without consent do not count towards the limit.
  for (let i = 0; i < 9; i++) expect(await ask(i, undefined, 0)).toBe(false);
  expect(await each([1, 2, 3, 4, 1, 2, 3])).toEqual([true, true, true, false, true, true, true]);
  // Without a name of its own, a browser counts as a new one each time.
  expect(await ask(null)).toBe(false);
  expect(await ask(4, '203.0.113.10')).toBe(true);
  // An IPv6 network counts as one address.
  for (let i = 10; i < 13; i++) expect(await ask(i, `2001:db8:1:1::${i}`)).toBe(true);
  expect(await ask(13, '2001:db8:1:1:ffff::1')).toBe(false);
  most++;
  expect(await each([5, 6])).toEqual([true, false]);
});
