import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { envExample } from '../../scripts/env-example.ts';
import { files, read } from './source.ts';

// Documentation that is not checked becomes wrong unnoticed.

it('has an .env.example that says what the configuration says', () => {
  expect(read('.env.example')).toBe(envExample());
});

it('links to papers that are there', () => {
  const broken = files(/\.md$/).flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, to = '']) => [file, to] as const)
      .filter(([from, to]) => !existsSync(join(dirname(from), to))),
  );
  expect(broken).toEqual([]);
});

it('gives every dependency its line', () => {
  type Package = Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Package;
  const ofAds = JSON.parse(read('ads/libraries/package.json')) as Package;
  const paper = read('docs/decisions/003-dependencies.md');
  expect(
    Object.keys({ ...dependencies, ...devDependencies, ...ofAds.dependencies }).filter(
      (name) => !name.startsWith('@types/') && !paper.includes(`\`${name}\``),
    ),
  ).toEqual([]);
});

it('lists every decision, each under a number of its own', () => {
  const papers = files(/^docs\/decisions\/\d{3}-[\w-]+\.md$/).map((file) => file.split('/').at(-1)!);
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[\d{3} .+\]\((.+)\)$/gm)].map(([, file]) => file);
  expect(listed).toEqual(papers.toSorted());
  const numbers = papers.map((file) => file.slice(0, 3));
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});

it('says of everything that may wait for a person what is to be done', () => {
  const sources = files(/^domain\/.*\.ts$/)
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read);
  const kinds = sources.flatMap((source) => [
    ...[...source.matchAll(/openWork\([\s\S]{0,60}?kind: '(\w+)'/g)].map(([, kind]) => kind),
    ...[...source.matchAll(/const (?:WORK|OVERDUE) = '(\w+)'/g)].map(([, kind]) => kind),
  ]);
  expect(kinds.length).toBeGreaterThan(15);
  const paper = read('docs/operations/money.md');
  expect(kinds.filter((kind) => !new RegExp(`^\\|.*\`${kind}\`.*\\|`, 'm').test(paper))).toEqual([]);
});

it('has migrations that make the tables as they are written', () => {
  const said = execFileSync('node_modules/.bin/drizzle-kit', ['check'], { encoding: 'utf8' });
  expect(said).toMatch(/fine/i);
  const before = files(/^db\/migrations\//).length;
  const generated = execFileSync('node_modules/.bin/drizzle-kit', ['generate', '--name', 'law'], { encoding: 'utf8' });
  expect(generated).toMatch(/No schema changes/);
  expect(files(/^db\/migrations\//)).toHaveLength(before);
});
