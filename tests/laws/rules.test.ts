import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// Every requirement on URLs is named by the tests that verify it, so that it is found when a page changes, and none is
// forgotten.

/** Content routes, traffic routes to R-092, static and system routes to R-102. */
const RULES = Array.from({ length: 102 - 36 + 1 }, (_, i) => `R-${String(36 + i).padStart(3, '0')}`);

it('names in a test every rule of the content, traffic, static and system routes', () => {
  const named = new Set(
    files(/\.(test|e2e)\.tsx?$/)
      .filter((file) => !file.startsWith('tests/laws/'))
      .flatMap((file) =>
        // A name counts in the title of a test or in its rows, not in a comment.
        [...withoutComments(read(file)).matchAll(/(['"`])(?:(?!\1).)*\1/g)].flatMap(
          ([text]) => text.match(/R-\d{3}/g) ?? [],
        ),
      ),
  );
  expect(RULES.filter((rule) => !named.has(rule))).toEqual([]);
});
