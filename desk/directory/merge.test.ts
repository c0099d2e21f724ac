import { expect, it } from 'vitest';
import { mergeEdit } from './merge.ts';

const original = { name: '甲', tagline: '', hosts: [1, 2] };

it('takes each field from the one who changed it', () => {
  expect(mergeEdit(original, { ...original, name: '乙' }, { ...original, hosts: [2, 1] })).toEqual({
    fields: { name: '乙', tagline: '', hosts: [2, 1] },
    conflicts: [],
  });
});

it('leaves to a person what both changed, and nothing where both came to the same', () => {
  const mine = { name: '乙', tagline: '同', hosts: [1] };
  const theirs = { name: '丙', tagline: '同', hosts: [1, 2] };
  expect(mergeEdit(original, mine, theirs)).toEqual({ fields: mine, conflicts: ['name'] });
});
