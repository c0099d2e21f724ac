import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The server with a clock that can be set, if there is one. */
export function withClock(folder: string, server: Server): Server {
  if (!WITH_CLOCK.test(server.name)) return server;
  setClock(folder, server.name, 0);
  return {
    ...server,
    env: {
      ...server.env,
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: fileOf(folder, server.name),
      FAKETIME_CACHE_DURATION: '1',
      // Timers and timeouts are not the clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
