import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { background, pinTree, SERVER_CORES, untilAnswers } from './measure.ts';

export interface Nginx {
  url: string;
  pid: number;
  /** The path of a file behind `secure_link`. */
  signed: (path: string) => string;
  /** Drops files from the page cache, so that the next read goes to disk. */
  forget: (paths: readonly string[]) => void;
  stop: () => Promise<void>;
}

const SECRET = 'of the bench';
const EXPIRES = 4_102_444_800;
// `secure_link`: a URL is valid until a time, signed with a secret.
const SECURE_LINK = `location /signed/ { alias WWW/; secure_link $arg_md5,$arg_expires;
secure_link_md5 "$secure_link_expires$uri ${SECRET}"; if ($secure_link = "") { return 403; } if ($secure_link = "0") { return 410; } }`;

/** Flushes files to disk and drops them from the page cache. */
export function dropFromPageCache(paths: readonly string[]): void {
  const script = 'sync "$@"; for file in "$@"; do dd if="$file" iflag=nocache count=0 status=none; done';
  if (spawnSync('sh', ['-c', script, 'sh', ...paths]).status !== 0) throw new Error('the page cache was not dropped');
}

/** nginx with two workers serving static files; `.gz` files are sent to clients that accept them (`gzip_static`). */
export async function startNginx(port: number, content: Record<string, Buffer>): Promise<Nginx> {
  if (spawnSync('nginx', ['-v']).error) throw new Error('nginx is not installed: install nginx-light');
  // Not in a temporary folder, which may be in memory.
  mkdirSync('data', { recursive: true });
  const dir = mkdtempSync(resolve('data/nginx-'));
  mkdirSync(join(dir, 'www'));
  for (const [path, bytes] of Object.entries(content)) writeFileSync(join(dir, 'www', path), bytes);
  spawnSync('chmod', ['-R', 'a+rX', dir]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((t) => `${t}_temp_path ${dir}/${t};`)
    .join(' ');
  // Otherwise its workers would run as a user without access to this folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  writeFileSync(
    join(dir, 'nginx.conf'),
    `${user}worker_processes 2; pid ${dir}/pid; error_log ${dir}/error.log; daemon off;
events { worker_connections 8192; }
http { access_log off; sendfile on; keepalive_requests 10000000; gzip_static on; default_type text/html; ${temporary}
server { listen 127.0.0.1:${port}; root ${dir}/www; open_file_cache max=1000;
${SECURE_LINK.replace('WWW', `${dir}/www`)} } }`,
  );
  const child = background('nginx', ['-c', join(dir, 'nginx.conf'), '-p', dir]);
  const pid = child.pid ?? 0;
  await untilAnswers(`http://127.0.0.1:${port}/${Object.keys(content)[0] ?? ''}`);
  pinTree(pid, SERVER_CORES);
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    signed(path) {
      const uri = `/signed/${path}`;
      const md5 = createHash('md5').update(`${EXPIRES}${uri} ${SECRET}`).digest('base64url');
      return `${uri}?md5=${md5}&expires=${EXPIRES}`;
    },
    forget: (paths) => dropFromPageCache(paths.map((path) => join(dir, 'www', path))),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
