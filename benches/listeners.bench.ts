import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from '#tests/setup/site.ts';
import { rssMb, type Row } from './measure.ts';

const LISTENERS = 5_000;
const SECONDS = 60;
const SEGMENT_MS = 3_840;

export interface Listening {
  errors: number;
  segments: number;
  stop(): void;
}

/**
 * Simulates listeners: a connection each, requesting the live playlist for every segment, then the newest segment. Uses
 * raw sockets, because five thousand HTTP clients would measure themselves.
 */
export async function listen(port: number, listeners: number): Promise<Listening> {
  const heard: Listening = {
    errors: 0,
    segments: 0,
    stop() {
      done = true;
      for (const socket of sockets) socket.destroy();
    },
  };
  let done = false;
  const sockets: Socket[] = [];

  function listener(i: number): void {
    const channel = [881, 903, 864][i % 3];
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let waiting: 'playlist' | 'segment' = 'playlist';
    let left = 0;
    let text = '';
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const poll = () => {
      if (done || socket.destroyed) return;
      waiting = 'playlist';
      ask(`/media/${channel}/a64/live.m3u8`);
    };
    socket.on('data', (chunk: Buffer) => {
      if (left > 0) {
        left -= chunk.length;
        if (waiting === 'playlist') text += chunk.toString('latin1');
      } else {
        const head = chunk.indexOf('\r\n\r\n');
        const headers = chunk.toString('latin1', 0, head);
        if (!headers.startsWith('HTTP/1.1 200')) heard.errors++;
        left = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0) - (chunk.length - head - 4);
        if (waiting === 'playlist') text = chunk.toString('latin1', head + 4);
      }
      if (left > 0) return;
      left = 0;
      if (waiting === 'segment') {
        heard.segments++;
        setTimeout(poll, SEGMENT_MS);
        return;
      }
      const newest =
        text
          .trim()
          .split('\n')
          .findLast((line) => /^\d+\.m4s$/.test(line)) ?? 'none';
      waiting = 'segment';
      ask(`/media/${channel}/a64/${newest}`);
    });
    socket.on('error', () => heard.errors++);
    socket.on('connect', () => setTimeout(poll, (i * SEGMENT_MS) / listeners));
  }

  for (let i = 0; i < listeners; i++) {
    listener(i);
    if (i % 250 === 249) await delay(100);
  }
  return heard;
}

export async function listenersBench(site: Site): Promise<Row[]> {
  const pid = site.process.pid ?? 0;
  const before = rssMb(pid);
  const heard = await listen(site.port, LISTENERS);
  await delay(SECONDS * 1000);
  const { errors, segments } = heard;
  const after = rssMb(pid);
  heard.stop();
  return [
    {
      promise: '5,000 listeners for a minute, errors',
      figure: `${errors} in ${segments} segments`,
      limit: '0',
      holds: errors === 0 && segments > LISTENERS * 10,
    },
    {
      promise: 'memory for each 1,000 listeners',
      figure: `${Math.max(0, (after - before) / (LISTENERS / 1000)).toFixed(1)} MB`,
      limit: 'told',
      holds: true,
    },
  ];
}
