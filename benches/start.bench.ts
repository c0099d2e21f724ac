import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/setup/site.ts';
import type { Row } from './measure.ts';

/** npm exits immediately when stopped; its children need a moment longer. */
async function untilReleased(cwd: string): Promise<void> {
  for (let tries = 0; existsSync(join(cwd, 'data/airwave.lock')); tries++) {
    if (tries === 600) throw new Error('the clone did not end within a minute');
    await delay(100);
  }
}

/** Seconds from `npm start` to its line that it is on the air. */
function seconds(cwd: string, port: number): Promise<number> {
  const before = Date.now();
  return new Promise((done, fail) => {
    const env = { ...process.env, PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'error' };
    const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`the clone did not start:\n${said}`)));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!/ is on the air at /.test(said)) return;
      const took = (Date.now() - before) / 1000;
      child.stdout.removeAllListeners('data').resume();
      child.removeAllListeners('exit').once('exit', () => done(untilReleased(cwd).then(() => took)));
      child.kill('SIGTERM');
    });
  });
}

export async function startBench(): Promise<Row[]> {
  const dir = join(mkdtempSync(join(tmpdir(), 'clone-')), 'airwave');
  // When run by root, the database runs as another user, who needs access to its binaries.
  chmodSync(dirname(dir), 0o755);
  execFileSync('git', ['clone', '-q', '.', dir]);
  const port = await freePort();
  try {
    const first = await seconds(dir, port);
    const second = await seconds(dir, port);
    return [
      {
        promise: 'clean clone to ready, warm npm cache',
        figure: `${first.toFixed(1)} s`,
        limit: '30 s or less',
        holds: first <= 30,
      },
      { promise: 'second npm start to ready', figure: `${second.toFixed(1)} s`, limit: 'told', holds: true },
    ];
  } finally {
    rmSync(dirname(dir), { recursive: true, force: true });
  }
}
