import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Hash of everything a build reads; any change makes it stale. Not of times, which a copy to another machine changes. */
export function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).toSorted()) if (name !== 'node_modules') walk(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${stat.size}\n`).update(readFileSync(path));
  };
  for (const source of sources) walk(source);
  return hash.digest('hex');
}

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** Compresses assets once, at the highest level, on all cores. */
export async function compressAssets(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|js|json|svg)$/.test(name))
    .map((name) => join(dir, name));
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path);
      const [br, gz] = await Promise.all([
        inBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        inGzip(bytes, { level: 9 }),
      ]);
      writeFileSync(`${path}.br`, br);
      writeFileSync(`${path}.gz`, gz);
    }),
  );
}
