import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './site.ts';

/** Debian's nats-server. Without it the tests of the live spool are skipped. */
export const hasNats = (): boolean => spawnSync('nats-server', ['--version']).status === 0;

export interface NatsUnderTest {
  url: string;
  /** At the same address, with what was stored. Clients may not publish to `denied`. */
  start(denied?: string): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A live spool on one server. */
export const spoolOf = (url: string) => ({
  url,
  stream: 'airwave-test',
  replicas: 1,
  maxBytes: 134_217_728,
  ackWaitMs: 1_000,
  // A push that is not acknowledged in time is written directly, which would wait for storage that a test took away.
  answerMs: 60_000,
});

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy(new Error('no greeting')));
    socket.once('error', () => done(false));
    socket.once('data', () => {
      socket.destroy();
      done(true);
    });
  });

/** One server with file storage in a folder of its own. */
export async function startNats(): Promise<NatsUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'nats-'));
  const port = await freePort();
  const config = join(folder, 'nats.conf');
  let server: ChildProcess | undefined;
  const nats: NatsUnderTest = {
    url: `nats://127.0.0.1:${port}`,
    async start(denied = 'nothing') {
      const permissions = `permissions: { publish: { deny: ["${denied}"] } }`;
      writeFileSync(
        config,
        `listen: "127.0.0.1:${port}"\nmax_payload: 20MB\njetstream { store_dir: "${folder}", max_file_store: 512MB }
authorization { users = [ { user: any, password: any, ${permissions} } ] }\nno_auth_user: any\n`,
      );
      server = spawn('nats-server', ['-c', config], { stdio: 'ignore' });
      while (!(await accepts(port))) {
        if (server.exitCode !== null) throw new Error(`nats-server ended with ${server.exitCode}`);
        await delay(20);
      }
    },
    async kill() {
      const gone = once(server!, 'exit');
      server!.kill('SIGKILL');
      await gone;
    },
    async stop() {
      await nats.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await nats.start();
  return nats;
}
