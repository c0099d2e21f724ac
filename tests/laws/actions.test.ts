import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// What staff do by hand is done by actions: each is an entry of one registry, reached by the desk and by `npm run act`.

const actionFiles = files(/^domain\/.*\.actions\.ts$/);
const deskText = files(/^desk\/.*\.tsx?$/)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(read)
  .join('\n');
const actionText = actionFiles.map(read).join('\n');

it('lets no script and no call of staff reach a store: they use doors', () => {
  const callers = [...files(/^scripts\/.*\.ts$/), ...files(/\.staff\.api\.ts$/)].filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(callers.length).toBeGreaterThan(40);
  expect(
    callers.filter((file) => /^import (?!type )[^;]*from '[^']*\.store\.ts'/m.test(withoutComments(read(file)))),
  ).toEqual([]);
});

it('gives each action a button at the desk', () => {
  const named = [...withoutComments(actionText).matchAll(/\bname: '([a-z-]+\.[a-z-]+)'/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(40);
  // A button, or another action that offers it as its undo.
  const isUsed = (name: string) =>
    [`'${name}'`, `"${name}"`].some((word) => deskText.includes(word)) || actionText.includes(`action: '${name}'`);
  expect(named.filter((name) => !isUsed(name))).toEqual([]);
});
