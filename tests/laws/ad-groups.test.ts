import { expect, it } from 'vitest';
import { AD_GROUPS } from '#domain/ads/ad-groups.rules.ts';
import { files, read } from './source.ts';

it('names every page’s advertising by a group that is configured', () => {
  const named = files(/^app\/(pages|layouts)\/.*\.tsx$/).flatMap((file) =>
    [...read(file).matchAll(/adGroup: '([^']+)'/g)].map(([, group]) => `${file}: ${group}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((line) => !(AD_GROUPS as readonly string[]).includes(line.split(': ')[1] ?? ''))).toEqual([]);
  expect(new Set(AD_GROUPS).size).toBe(29);
});
