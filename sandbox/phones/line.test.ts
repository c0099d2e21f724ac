import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createLine } from './line.ts';
import { phoneLog } from './phone-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'phones-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = phoneLog(folder);
const line = createLine({
  log,
  accountSid: 'AC1',
  authToken: 'token',
  siteUrl: 'https://site.example',
  reachedAt: 'http://127.0.0.1:1',
  clock: () => new Date('2026-11-21T08:00:00Z'),
  stepMs: 1,
  slowMs: 1,
  ringMs: 30,
});
const twiml =
  '<Response><Gather action="https://site.example/key"><Say>請按任何一個數字鍵</Say></Gather><Hangup/></Response>';
const callTo = (to: string) => line.call({ from: '+85230008810', to, twiml, statusUrl: '' });
const statusOf = async (id: string) => (await log.get(id))?.status;

it('gives up on a phone that nobody answers, and answers none that stopped ringing', async () => {
  const { id } = await callTo('+85291230001');
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('no-answer'), { timeout: 10_000 });
  expect(await line.answer(id, '1')).toBeUndefined();
});
