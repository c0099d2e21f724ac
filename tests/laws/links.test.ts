import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// An address is spelled once, in app/paths.ts or app/money-paths.ts, so that it can be changed once and found from its name.

it('spells links only in app/paths.ts and app/money-paths.ts', () => {
  const wrong = files(/^app\/.*\.tsx?$/)
    .filter(
      (file) =>
        !/^app\/(money-|campaign-)?paths\.ts$/.test(file) && file !== 'app/routes.ts' && !/\.test\.tsx?$/.test(file),
    )
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .flatMap((line, i) =>
          /(?:href|to|action|src)=["'{`]+\/[a-z]|(?:navigate|redirect|fetch|assign)\(['"`]\/[a-z]/.test(line)
            ? [`${file}:${i + 1}: ${line.trim()}`]
            : [],
        ),
    )
    // The icons of the head are files of public/, not pages.
    .filter((line) => !/rel="(icon|apple-touch-icon)"/.test(line));
  expect(wrong).toEqual([]);
});
