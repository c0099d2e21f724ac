import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const SOURCES = [
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
];
const STAMP = 'build/.source';

/** Names, sizes and times of everything the build reads: a change of any makes it stale. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) walk(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const source of SOURCES) walk(source);
  return hash.digest('hex');
}

/** Compresses once, at the highest level, what every visitor loads. */
function compressAssets(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) compressAssets(path);
    else if (/\.(css|js|json|svg)$/.test(name)) {
      const bytes = readFileSync(path);
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      );
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}

/**
 * The framework ends the address of a style sheet that a part loaded later needs too with a `#`: the part then adds the
 * sheet again, as the page that brought it may have taken it along. Those of every page always stay, and a second one
 * behind the sheets of the page would overrule them.
 */
function nameCommonStylesOnce(): void {
  const assets = 'build/client/assets';
  const manifest = readdirSync(assets).find(
    (name) => /^manifest-\w+\.js$/.test(name) && statSync(join(assets, name)).size > 100,
  );
  if (manifest === undefined) throw new Error('The build left no manifest of the pages');
  const { entry } = JSON.parse(readFileSync(join(assets, manifest), 'utf8').replace(/^[^=]*=|;\s*$/g, '')) as {
    entry: { css: string[] };
  };
  const server = readdirSync('build/server', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  for (const path of [join(assets, manifest), ...server.map((name) => join('build/server', name))]) {
    const code = readFileSync(path, 'utf8');
    const once = entry.css.reduce((text, href) => text.replaceAll(href, href.replace('#', '')), code);
    if (once !== code) writeFileSync(path, once);
  }
}

/** Builds pages, APIs and services into build/, unless that was done from the same sources already. */
export function buildIfStale(say: (line: string) => void): void {
  const hash = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  say('Building…');
  const done = spawnSync('node_modules/.bin/react-router', ['build'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build failed:\n${done.stdout}${done.stderr}`);
  nameCommonStylesOnce();
  compressAssets('build/client');
  writeFileSync(STAMP, hash);
}

if (import.meta.main) {
  try {
    buildIfStale((line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
