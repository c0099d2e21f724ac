import { expect, it } from 'vitest';
import { LEFT_OUT } from '#shared/tracking.ts';
import { createTokenIssuer } from './token-issuer.ts';
import { readTrackingToken } from './tracking-token.ts';

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

it('keeps a browser in or out of a sample all day, and says in the token how many it stands for', async () => {
  const issue = createTokenIssuer(KEY, () => 0, { oneIn: () => 10 });
  const ask = (n: number) =>
    issue({ consent: 1, memberId: null, ownName: paddedName(n), remoteIp: '203.0.113.9' }, NOW);
  const tokens = await Promise.all(Array.from({ length: 500 }, (_, n) => ask(n)));
  const kept = tokens.filter((token) => token !== LEFT_OUT);
  expect(kept.length).toBeGreaterThan(25);
  expect(kept.length).toBeLessThan(80);
  expect(await Promise.all(Array.from({ length: 500 }, (_, n) => ask(n)))).toEqual(tokens);
  const token = kept[0] ?? '';
  expect(readTrackingToken(KEY, token, NOW)).toMatchObject({ identity: { consent: 1 }, weight: 10 });
  // Nobody raises their own weight.
  expect(readTrackingToken(KEY, token.replace(/\.10\.([^.]+)$/, '.99.$1'), NOW)).toEqual({ identity: null, weight: 1 });
});

it('draws who has no pseudonym, and gives all of them the same token', async () => {
  const draws = [0.05, 0.5, 0.09];
  const issue = createTokenIssuer(KEY, () => 0, { oneIn: () => 10, random: () => draws.shift() ?? 1 });
  const ask = (at: Date) => issue({ consent: 0, memberId: null, ownName: paddedName(1), remoteIp: '203.0.113.9' }, at);
  const first = await ask(NOW);
  expect(await ask(NOW)).toBe(LEFT_OUT);
  expect(await ask(new Date(NOW.getTime() - 1_000_000))).toBe(first);
  expect(readTrackingToken(KEY, first, NOW)).toEqual({ identity: null, weight: 10 });
});
