import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { background, pinTree, SERVER_CORES, untilAnswers } from './measure.ts';

export interface Nginx {
  url: string;
  pid: number;
  stop: () => void;
}

/** nginx with two workers on files as they are; `.gz` beside a file goes to who accepts it (`gzip_static`). */
export async function startNginx(port: number, content: Record<string, Buffer>): Promise<Nginx> {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  mkdirSync(join(dir, 'www'));
  spawnSync('chmod', ['-R', '755', dir]);
  for (const [path, bytes] of Object.entries(content)) writeFileSync(join(dir, 'www', path), bytes);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((t) => `${t}_temp_path ${dir}/${t};`)
    .join(' ');
  writeFileSync(
    join(dir, 'nginx.conf'),
    `worker_processes 2; pid ${dir}/pid; error_log ${dir}/error.log; daemon off;
events { worker_connections 8192; }
http { access_log off; sendfile on; keepalive_requests 10000000; gzip_static on; default_type text/html; ${temporary}
server { listen 127.0.0.1:${port}; root ${dir}/www; open_file_cache max=1000; } }`,
  );
  const child = background('nginx', ['-c', join(dir, 'nginx.conf'), '-p', dir]);
  const pid = child.pid ?? 0;
  await untilAnswers(`http://127.0.0.1:${port}/${Object.keys(content)[0] ?? ''}`);
  pinTree(pid, SERVER_CORES);
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    stop() {
      child.kill('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
