import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { StandError } from '../processes.ts';
import type { Server } from '../server.ts';

// Debian's libfaketime, loaded into the server, reads the difference from a file once a second. Programs written in Go ask the
// kernel themselves, so the clocks of NATS and etcd cannot be set.

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const WITH_CLOCK = /^(web|media|worker|db)\d$/;

const fileOf = (folder: string, name: string): string => join(folder, 'clocks', name);

export function setClock(folder: string, name: string, seconds: number): void {
  if (!WITH_CLOCK.test(name)) throw new StandError(`The clock of ${name} cannot be set.`);
  mkdirSync(join(folder, 'clocks'), { recursive: true });
  writeFileSync(fileOf(folder, name), `+${seconds}\n`);
}

/**
 * PostgreSQL's programs, with this clock in postgres only: Patroni, in Python, cannot sleep with this library and real
 * timers.
 */
function postgresWithClock(folder: string, name: string, clock: Record<string, string>): string {
  const { postgresql } = parse(readFileSync('deploy/patroni.yml', 'utf8')) as { postgresql: { bin_dir: string } };
  const own = join(folder, 'clocks', `${name}-bin`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  for (const program of readdirSync(postgresql.bin_dir))
    if (program !== 'postgres') symlinkSync(join(postgresql.bin_dir, program), join(own, program));
  const server = join(own, 'postgres');
  const variables = Object.entries(clock).map(([variable, value]) => `${variable}='${value}'`);
  writeFileSync(server, `#!/bin/sh\nexec env ${variables.join(' ')} ${postgresql.bin_dir}/postgres "$@"\n`);
  chmodSync(server, 0o755);
  return own;
}

/** The server with a clock that can be set, if there is one. */
export function withClock(folder: string, server: Server): Server {
  const { name, env } = server;
  if (!WITH_CLOCK.test(name)) return server;
  setClock(folder, name, 0);
  const clock = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: fileOf(folder, name),
    FAKETIME_CACHE_DURATION: '1',
    // Timers and timeouts are unaffected.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const isDatabase = name.startsWith('db');
  const own = isDatabase ? { PATRONI_POSTGRESQL_BIN_DIR: postgresWithClock(folder, name, clock) } : clock;
  return { ...server, env: { ...env, ...own } };
}
