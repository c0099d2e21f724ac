import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAside } from './aside.ts';
import { areAdsBuilt, buildAdsIfStale } from './build-ads.ts';
import { buildDeskIfStale, isDeskBuilt } from './build-desk.ts';
import { compressAssets, hashOf } from './built-files.ts';

export const PAGES_SOURCES = [
  'app',
  'db',
  'domain',
  'fixtures',
  'sandbox',
  'server',
  'shared',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/class-names.ts',
  'scripts/router-features.ts',
  'scripts/prepare.ts',
  'scripts/data-folder.ts',
  'scripts/start-errors.ts',
];
const STAMP = 'build/.source';

const ASSETS = 'build/client/assets';

interface ManifestEntry {
  module: string;
  imports: string[];
  css: string[];
}

/** The framework's manifest of all pages. */
interface Manifest {
  entry: ManifestEntry;
  routes: Record<string, ManifestEntry & Record<string, unknown>>;
}

/** Path and content of the manifest. */
function readManifest(): { path: string; manifest: Manifest } {
  const name = readdirSync(ASSETS).find(
    (file) => /^manifest-\w+\.js$/.test(file) && statSync(join(ASSETS, file)).size > 100,
  );
  if (name === undefined) throw new Error('the build produced no route manifest');
  const path = join(ASSETS, name);
  return { path, manifest: JSON.parse(readFileSync(path, 'utf8').replace(/^[^=]*=|;\s*$/g, '')) as Manifest };
}

/**
 * The framework appends `#` to the URL of a style sheet that a lazily loaded module also needs: the module then adds
 * the sheet again, because it may have been removed with the page that brought it. Style sheets of every page always
 * stay, and a second copy after the page's own sheets would override them.
 */
function nameCommonStylesOnce(): void {
  const { path: manifestPath, manifest } = readManifest();
  const server = readdirSync('build/server', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  for (const path of [manifestPath, ...server.map((name) => join('build/server', name))]) {
    const code = readFileSync(path, 'utf8');
    const once = manifest.entry.css.reduce((text, href) => text.replaceAll(href, href.replace('#', '')), code);
    if (once !== code) writeFileSync(path, once);
  }
}

const FLAGS = [
  'hasAction',
  'hasLoader',
  'hasClientAction',
  'hasClientLoader',
  'hasClientMiddleware',
  'hasDefaultExport',
  'hasErrorBoundary',
];
const WRITTEN_APART = new Set(['id', 'parentId', 'module', 'imports', 'css', 'path', 'index', ...FLAGS]);
/** Place of a page's own file in a row. */
const MODULE = 3;
/** Replaces the path of a page that has its parent's. */
/** What a file's name has besides that of its page: a hyphen, the hash, and `.js`. */
const HASH_CHARS = '-1234567.js'.length;
const INDEX = 1;

/** Each number as the difference to the one before: smaller numbers, which compress. */
const steps = (numbers: readonly number[]): number[] => numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

/**
 * Rewrites the manifest as a table plus code that expands it to the framework's object (`route-map.ts`): the original
 * takes five times as long to parse and is a sixth larger to load. Each file is named once, and so is each set of files
 * that a page needs besides its own; rows refer to both by index.
 */
function shortenManifest(): void {
  const { path, manifest } = readManifest();
  const files = new Map<string, number>();
  const first = new Map<string, string>();
  // Pages that only have server code share one empty file.
  const oneOf = (file: string) => {
    if (!file.endsWith('.js')) return file;
    const text = readFileSync(join('build/client', file), 'utf8');
    return first.get(text) ?? first.set(text, file).get(text)!;
  };
  const fileIndex = (named: string) => {
    const file = oneOf(named);
    return files.get(file) ?? files.set(file, files.size).size - 1;
  };
  const needs = new Map<string, number>();
  const needsIndex = (imports: number[], css: number[]) => {
    const key = JSON.stringify([imports, css]);
    return needs.get(key) ?? needs.set(key, needs.size).size - 1;
  };
  const ids = Object.keys(manifest.routes);
  // The root's files are always loaded. A consistent order makes equal lists identical, which compresses.
  const atRoot = new Set(manifest.routes['root']?.imports);
  // What most pages need comes first, so that their lists are short steps; then the pages, in their order.
  const uses = new Map<string, number>();
  for (const { imports, css } of Object.values(manifest.routes))
    for (const file of [...imports, ...css]) uses.set(file, (uses.get(file) ?? 0) + 1);
  for (const [file] of [...uses].toSorted(([, one], [, other]) => other - one)) fileIndex(file);
  const rows = Object.entries(manifest.routes).map(([id, route]) => {
    const other = Object.keys(route).find((key) => !WRITTEN_APART.has(key));
    if (other !== undefined) throw new Error(`unknown module in the route manifest: "${other}"`);
    return [
      id,
      ids.indexOf(String(route['parentId'])),
      FLAGS.reduce((bits, flag, place) => bits | (route[flag] ? 1 << place : 0), 0),
      fileIndex(route.module),
      needsIndex(
        steps(
          route.imports
            .filter((file) => id === 'root' || !atRoot.has(file))
            .map(fileIndex)
            .toSorted((one, other) => one - other),
        ),
        route.css.map(fileIndex),
      ),
      route['index'] ? INDEX : route['path'],
    ];
  });
  const start = '/assets/';
  if ([...files.keys()].some((file) => !file.startsWith(start)))
    throw new Error(`a file of the route manifest is not in "${start}"`);
  const names = [...files.keys()].map((file) => file.slice(start.length));
  // By column: similar values become adjacent and compress better.
  const columns: unknown[][] = rows[0]!.map((_, column) => rows.map((row) => row[column]));
  // Most pages are named like their file, so only its folder is stored.
  const baseOf = (row: (typeof rows)[number]) => names[Number(row[MODULE])]!.slice(0, -HASH_CHARS);
  columns[0] = rows.map((row) => {
    const [id, base] = [String(row[0]), `/${baseOf(row)}`];
    return id.endsWith(base) ? id.slice(0, 1 - base.length) : id;
  });
  columns[MODULE] = steps(rows.map((row) => Number(row[MODULE])));
  const table = [names, [...needs.keys()].map((key): unknown => JSON.parse(key)), columns];
  writeFileSync(
    path,
    // Data as a string: the engine's parser of JSON is faster than that of scripts.
    `const [files,needs,columns]=JSON.parse('${JSON.stringify(table).replaceAll(/['\\]/g, '\\$&')}'),sum=steps=>{let at=0;return steps.map(step=>at+=step)};columns[${MODULE}]=sum(columns[${MODULE}]);const rows=columns[0].map((id,row)=>[id.endsWith("/")?id+files[columns[${MODULE}][row]].slice(0,-${HASH_CHARS}):id,...columns.slice(1).map(c=>c[row])]),of=places=>places.map(p=>"${start}"+files[p]);` +
      'export const read=()=>Object.fromEntries(rows.map(([id,parent,flags,module,need,path])=>[id,{id,parentId:rows[parent]?.[0],' +
      `${FLAGS.map((flag, place) => `${flag}:!!(flags&${1 << place})`).join()},` +
      `module:of([module])[0],imports:of(sum(needs[need][0])),css:of(needs[need][1]),index:path===${INDEX},path:path===${INDEX}?void 0:path??void 0}]))`,
  );
}

export const arePagesBuilt = (hash = hashOf(PAGES_SOURCES)) =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** Builds pages, APIs and services into build/, unless up to date. */
async function buildPagesIfStale(say: (line: string) => void): Promise<void> {
  const hash = hashOf(PAGES_SOURCES);
  if (arePagesBuilt(hash)) return;
  say('Building…');
  const done = spawnSync('node_modules/.bin/react-router', ['build'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build failed:\n${done.stdout}${done.stderr}`);
  nameCommonStylesOnce();
  shortenManifest();
  await compressAssets('build/client');
  writeFileSync(STAMP, hash);
}

/** In this order: the build of pages empties the folder of all. */
const PARTS = {
  pages: { build: buildPagesIfStale, isBuilt: () => arePagesBuilt(), dir: null },
  desk: { build: buildDeskIfStale, isBuilt: () => isDeskBuilt(), dir: 'build/desk' },
  ads: { build: buildAdsIfStale, isBuilt: () => areAdsBuilt(), dir: 'build/ads' },
};
type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];

/** Builds everything that is not up to date. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  for (const part of ALL) await PARTS[part].build(say);
}

/** Removes what was built from former sources, which a running site would serve until it is built again. */
export function removeStale(parts: readonly Exclude<Part, 'pages'>[]): void {
  for (const part of parts) if (!PARTS[part].isBuilt()) rmSync(PARTS[part].dir, { recursive: true, force: true });
}

/** Builds some parts beside other work, if stale. Rejects if that fails, after the reason was printed, or is aborted. */
export async function buildAside(parts: readonly Part[], signal: AbortSignal): Promise<void> {
  const stale = parts.filter((part) => !PARTS[part].isBuilt());
  if (stale.length === 0) return;
  if ((await runAside([import.meta.filename, ...stale], signal)) === 0) return;
  throw new Error(`The build of ${stale.filter((part) => !PARTS[part].isBuilt()).join(' and ')} failed.`);
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  try {
    for (const part of ALL)
      if (wanted.length === 0 || wanted.includes(part)) await PARTS[part].build((line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
