import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isBehaviour, MAGIC_CENTS, openBank } from './wallet-bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'bank-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let now = new Date('2026-11-22T04:00:00Z');
const clock = () => now;
let count = 0;
const newBank = () => {
  const path = join(folder, `${++count}.jsonl`);
  return { path, bank: openBank(path, { clock }) };
};
const order = (id: string, cents = 38_800) => ({ id, number: `UR-${id}`, cents, what: 'x', wallet: 'w', asked: {} });

it('knows after an end in the midst of a line all that it answered before', () => {
  const { path, bank } = newBank();
  bank.pay(bank.open(order('one'), 300), 'txn-1', 'twice');
  bank.open(order('two'), 300);
  appendFileSync(path, '{"id":"three","number":"UR-3"');
  const again = openBank(path, { clock });
  expect(
    again
      .list()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['one', 'two']);
  expect(again.ofTxn('txn-1')).toMatchObject({ id: 'one', paid: { cents: 38_800, behaviour: 'twice' } });
  expect(again.ofNumber('UR-two')?.paid).toBeNull();
  again.open(order('four'), 300);
  expect(openBank(path, { clock }).get('four')?.number).toBe('UR-four');
});

it('takes money once, and none after its time or after it was closed', () => {
  const { bank } = newBank();
  const deal = bank.open(order('one'), 300);
  const paid = bank.pay(deal, 'a', 'pays');
  expect(paid?.paid?.cents).toBe(38_800);
  expect(paid && bank.pay(paid, 'b', 'pays')).toBeNull();
  expect(paid && bank.close(paid, 'cancelled')).toBe(false);
  const closed = bank.open(order('two'), 300);
  expect(bank.close(closed, 'cancelled')).toBe(true);
  expect(bank.pay(bank.get('two') ?? closed, 'c', 'pays')).toBeNull();
  const over = bank.open(order('three'), 300);
  now = new Date(now.getTime() + 300_000);
  expect(bank.told(over)).toBe('expired');
  expect(bank.pay(over, 'd', 'pays')).toBeNull();
});

it('gives back no more than it took, and tells late of what it was told to keep to itself', () => {
  const { bank } = newBank();
  const deal = () => bank.get('one') ?? bank.open(order('one'), 300);
  bank.pay(deal(), 'a', 'late');
  expect(bank.told(deal())).toBe('open');
  expect(bank.refund(deal(), { txn: 'r1', number: '', cents: 38_000, reason: '' })).toBe(true);
  expect(bank.refund(deal(), { txn: 'r2', number: '', cents: 801, reason: '' })).toBe(false);
  expect(bank.refund(deal(), { txn: 'r3', number: '', cents: 800, reason: '' })).toBe(true);
  expect(bank.refund(deal(), { txn: 'r4', number: '', cents: 0, reason: '' })).toBe(false);
  bank.moveClock(301);
  expect(bank.told(deal())).toBe('expired');
  bank.moveClock(3_600);
  expect(bank.told(deal())).toBe('paid');
  expect(bank.movements().map(({ kind, cents }) => [kind, cents])).toEqual([
    ['paid', 38_800],
    ['refunded', 38_000],
    ['refunded', 800],
  ]);
});

it('has an amount for each way to misbehave', () => {
  expect(Object.values(MAGIC_CENTS).every((how) => how === 'declined' || isBehaviour(how))).toBe(true);
  expect(new Set(Object.values(MAGIC_CENTS)).size).toBe(Object.keys(MAGIC_CENTS).length);
});
