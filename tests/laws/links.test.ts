import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// Each URL is spelled once, in app/paths.ts or a file of paths beside it, so that it can be changed in one place and
// found by its name.

it('spells links only in app/paths.ts and the files of paths beside it', () => {
  const wrong = files(/^app\/.*\.tsx?$/)
    .filter(
      (file) => !/^app\/([a-z]+-)?paths\.ts$/.test(file) && file !== 'app/routes.ts' && !/\.test\.tsx?$/.test(file),
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
    // Icons in the head are files of public/, not pages.
    .filter((line) => !/rel="(icon|apple-touch-icon)"/.test(line));
  expect(wrong).toEqual([]);
});
