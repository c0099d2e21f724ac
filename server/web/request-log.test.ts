import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RequestLog } from './request-log.ts';

it('says under the id of its request what is said, and makes a logger only then', () => {
  const lines: string[] = [];
  const log = pino({ base: undefined, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const made: object[] = [];
  log.onChild = (child) => void made.push(child.bindings());
  const quiet = new RequestLog(log, { reqId: 'a' });
  expect([quiet.level, made]).toEqual(['info', []]);
  quiet.error({ err: 'fault' }, 'request failed');
  quiet.child({ part: 'b' }).warn('again');
  quiet.debug('nobody hears');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { level: 50, reqId: 'a', err: 'fault', msg: 'request failed' },
    { level: 40, reqId: 'a', part: 'b', msg: 'again' },
  ]);
  expect(made).toHaveLength(2);
});
