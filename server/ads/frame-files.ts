import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isProductionAddress, type AdsConfig } from './ads-config.ts';
import { frameCluster, frameHeaders, framePermissions, framePolicy, FRAMES, type Frame } from './frame-policies.ts';

export interface FrameFile {
  headers: Record<string, string>;
  etag: string;
  bodies: { identity: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined };
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** Short, because a new version of the site has new script names. */
const HTML_CACHE = 'public, max-age=60';
const ASSET_CACHE = 'public, max-age=31536000, immutable';

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Transitive imports of a script, for preloading. */
function importsOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  for (const one of manifest[name]?.imports ?? []) {
    if (seen.has(one)) continue;
    seen.add(one);
    importsOf(manifest, one, seen);
  }
  return seen;
}

function documentOf(frame: Frame, manifest: Manifest, config: AdsConfig): string {
  const entry = `ads/${frame}/main.ts`;
  const { file, css = [] } = manifest[entry]!;
  const imports = [...importsOf(manifest, entry)].flatMap((name) => manifest[name]?.file ?? []);
  return [
    // Creatives must not see the configuration.
    `<!doctype html><html lang="zh-HK"${frame === 'creative' ? '' : ` data-config="${escapeAttribute(JSON.stringify(config.frames))}"`}>`,
    '<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>-</title>',
    ...(frame === 'slot' || frame === 'search'
      ? ['<style>body{margin:0;overflow:hidden}iframe{border:0;display:block}</style>']
      : []),
    ...css.map((href) => `<link rel="stylesheet" href="/${href}">`),
    ...imports.map((href) => `<link rel="modulepreload" href="/${href}">`),
    // Modules are fetched with CORS, and a creative's document has no origin.
    frame === 'creative' ? '</head><body>' : `<script type="module" src="/${file}"></script></head><body>`,
    frame === 'creative' ? `<script src="/${file}"></script>` : '',
    '</body></html>',
  ].join('');
}

function frameFile(frame: Frame, document: string, config: AdsConfig): FrameFile {
  const body = Buffer.from(document);
  return {
    headers: {
      ...frameHeaders({ isProduction: isProductionAddress(config) }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': HTML_CACHE,
      'origin-agent-cluster': frameCluster(frame),
      'content-security-policy': framePolicy(frame, config),
      'permissions-policy': framePermissions(frame),
    },
    etag: etagOf(body),
    bodies: { identity: body, br: brotliCompressSync(body), gzip: gzipSync(body) },
  };
}

/**
 * Empty documents in place of the frames that are not built: a page gets nothing from them and shows its own content,
 * whereas a refusal would be reported on the visitor's console.
 */
export function absentFrames(config: AdsConfig): Map<string, FrameFile> {
  const empty = '<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex"><title>-</title>';
  return new Map(
    FRAMES.map((frame) => {
      const file = frameFile(frame, empty, config);
      return [`/${frame}`, { ...file, headers: { ...file.headers, 'cache-control': 'no-store' } }];
    }),
  );
}

/** All files of the origin by path. Null if the frames are not built. */
export function readFrameFiles(config: AdsConfig, dir: string): Map<string, FrameFile> | null {
  const manifestPath = join(dir, 'manifest.json');
  if (!existsSync(manifestPath)) return null;
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  const always = frameHeaders({ isProduction: isProductionAddress(config) });
  const files = new Map<string, FrameFile>();
  for (const frame of FRAMES) {
    if (!manifest[`ads/${frame}/main.ts`]) continue;
    files.set(`/${frame}`, frameFile(frame, documentOf(frame, manifest, config), config));
  }
  for (const name of readdirSync(join(dir, 'assets'))) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const path = join(dir, 'assets', name);
    const packed = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
    const body = readFileSync(path);
    files.set(`/assets/${name}`, {
      headers: { ...always, 'content-type': type, 'cache-control': ASSET_CACHE, 'timing-allow-origin': '*' },
      etag: etagOf(body),
      bodies: { identity: body, br: packed('.br'), gzip: packed('.gz') },
    });
  }
  return files;
}
