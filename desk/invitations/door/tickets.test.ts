import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SentScan } from '#domain/invitations/entrance.schema.ts';
import type { Comer, DoorScan } from '../guest-event-types.ts';
import { codeHashOf, parseTicketCode, doublesOf, knownComers } from './tickets.ts';

const CODE = 'demo-invitation-yes-01';

it('finds the code in an address that was scanned and in one typed, and in nothing else', async () => {
  for (const scanned of [CODE, ` ${CODE} `, `https://radio.example/campaign/reply/${CODE}`])
    expect(parseTicketCode(scanned)).toBe(CODE);
  for (const scanned of ['', 'hello', `https://radio.example/${CODE}`, `${CODE}x`, `/campaign/reply/${CODE}?x`])
    expect(parseTicketCode(scanned)).toBeNull();
  expect(await codeHashOf(CODE)).toBe(hash('sha256', CODE, 'base64url'));
});

const scan = (id: string, over: Partial<DoorScan> = {}): DoorScan => ({
  id,
  door: '東門',
  seats: 1,
  corrects: null,
  at_ts: 1,
  ...over,
});
const comer = (scans: DoorScan[]): Comer => ({
  invitation_id: 1,
  given_name: '阿怡',
  seats: 1,
  guests: [],
  food: null,
  help: 'none',
  code_hashes: [],
  scans,
});
const sent = (id: string, over: Partial<SentScan> = {}): SentScan => ({
  id,
  invitation_id: 1,
  door: '西門',
  seats: 1,
  at_ts: 2,
  ...over,
});

it('counts a scan that waits on the phone once, also when the list has it already', () => {
  expect(knownComers([comer([])], [sent('a')])[0]).toMatchObject({ arrived: 1, standing: [{ door: '西門' }] });
  expect(knownComers([comer([scan('a')])], [sent('a')])[0]!.arrived).toBe(1);
  expect(doublesOf(knownComers([comer([scan('a')])], [sent('b')]))).toMatchObject([
    { arrived: 2, standing: [{ door: '東門' }, { door: '西門' }] },
  ]);
});

it('takes back what is corrected, sent or waiting, once', () => {
  const undo = sent('b', { seats: undefined, corrects: 'a', at_ts: 3 });
  expect(knownComers([comer([scan('a')])], [undo])[0]).toMatchObject({ arrived: 0, standing: [] });
  expect(knownComers([comer([])], [sent('a'), undo])[0]).toMatchObject({ arrived: 0, standing: [] });
  const corrected = [scan('a'), scan('c', { seats: -1, corrects: 'a' })];
  expect(knownComers([comer(corrected)], [undo])[0]).toMatchObject({ arrived: 0, standing: [] });
});
