import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deskHelp } from '#app/text/zh-hk/desk-help.ts';
import { ROOMS } from '../../desk/frame/rooms.ts';
import { manualText } from '../../tools/desk-manual-text.ts';

it('has help of each room and no other, with a picture of it', () => {
  const names = ROOMS.map(({ name }) => name);
  expect(Object.keys(deskHelp).toSorted()).toEqual(names.toSorted());
  expect(names.filter((name) => !existsSync(`desk/help/pictures/${name}.webp`))).toEqual([]);
});

it('prints in docs/desk what the help says', () => {
  expect(readFileSync('docs/desk/README.md', 'utf8')).toBe(manualText());
});
