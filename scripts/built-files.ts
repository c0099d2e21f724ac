import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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

/** Compresses assets once, at the highest level. */
export function compressAssets(dir: string): void {
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
