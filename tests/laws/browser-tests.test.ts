import { expect, it } from 'vitest';
import { files, linesWith, read, withoutComments } from './source.ts';

// Browser test files run in parallel, each worker with its own demo; tests that measure sound run separately.

const browserTests = files(/^tests\/e2e\/.*\.e2e\.ts$/);
const isOfSound = (file: string) => file.startsWith('tests/e2e/sound/');

it('keeps what listens to sound among the tests that have their own turn', () => {
  const listeners = browserTests.filter((file) => /['/](ear|listener|radio-site)\.ts'/.test(read(file)));
  expect(listeners.length).toBeGreaterThan(0);
  expect(listeners.filter((file) => !isOfSound(file))).toEqual([]);
});

it('gives the tests of sound no site of a worker, for they have none', () => {
  expect(browserTests.filter((file) => isOfSound(file) && /siteUrl|visit\(/.test(read(file)))).toEqual([]);
});

// Most browser tests load no pictures, so a picture that changed the layout when it arrives would escape them.
it('reserves the box of every picture before it is loaded, by width and height', () => {
  const pictures = files(/^app\/.*\.tsx$/).flatMap((file) =>
    [...withoutComments(read(file)).matchAll(/<img\b[^<]*?\/>/g)].map(([tag]) => ({ file, tag })),
  );
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.filter(({ tag }) => !/\swidth=/.test(tag) || !/\sheight=/.test(tag))).toEqual([]);
});

// WCAG 1.4.12. Rendered pages are not checked for it: axe takes a sixth of its time to look at each element.
it('sets no style of an element that a reader cannot overrule, such as of the spacing of text', () => {
  const sources = files(/^(app|ads|server|shared)\/.*(?<!\.test)\.tsx?$/);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((file) => linesWith(file, /!\s*important|['"`]important['"`]/))).toEqual([]);
});

// The build inlines class names; the first lookup brings the table of a whole module back to the page.
it('writes out the class names of a style sheet instead of looking them up by a variable', () => {
  const sources = files(/^app\/.*\.tsx?$/).map((file) => ({ file, source: read(file) }));
  const imports = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/^import (\w+) from '[^']+\.module\.css';$/gm)].map(([, table]) => ({ file, source, table })),
  );
  expect(imports.length).toBeGreaterThan(400);
  expect(imports.filter(({ source, table }) => source.includes(`${table}[`)).map(({ file }) => file)).toEqual([]);
});
