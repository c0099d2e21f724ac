import { expect, it } from 'vitest';
import { lastDayOfMonth } from './card-end.ts';
import { parseSettlementFile } from './settlement-file.ts';

const HEADER = 'transaction,attempt,kind,cents,fee_cents,day';

it('reads each line of a settlement file', () => {
  const file = `\uFEFF${HEADER}\r\n9000001,UR26112000000001,paid,38800,892,2026-11-20\r\nUR26112000000002/1,,refunded,100,0,2026-11-20\r\n`;
  expect(parseSettlementFile(file)).toEqual([
    {
      gatewayTxn: '9000001',
      factTxn: '9000001',
      attempt: 'UR26112000000001',
      kind: 'paid',
      cents: 38_800,
      feeCents: 892,
      day: '2026-11-20',
    },
    {
      gatewayTxn: 'UR26112000000002/1',
      factTxn: 'UR26112000000002/1',
      attempt: null,
      kind: 'refunded',
      cents: 100,
      feeCents: 0,
      day: '2026-11-20',
    },
  ]);
  expect(parseSettlementFile(`${HEADER}\n`)).toEqual([]);
});

it.each([
  ['no header', '9000001,UR26112000000001,paid,38800,892,2026-11-20'],
  ['another kind', `${HEADER}\n9000001,,gift,38800,892,2026-11-20`],
  ['a broken amount', `${HEADER}\n9000001,,paid,388.00,892,2026-11-20`],
  ['money below nothing', `${HEADER}\n9000001,,paid,-1,0,2026-11-20`],
  ['no such day', `${HEADER}\n9000001,,paid,100,0,2026-02-30`],
  ['a number that is none of ours', `${HEADER}\n9000001,X1,paid,100,0,2026-11-20`],
  ['a line too long', `${HEADER}\n9000001,,paid,100,0,2026-11-20,x`],
  ['half a line', `${HEADER}\n9000001,,paid`],
])('takes nothing of a file with %s', (_what, file) => {
  expect(() => parseSettlementFile(file)).toThrow('invalid param');
});

it('knows the last good day of a card', () => {
  expect(lastDayOfMonth('02', '28')).toBe('2028-02-29');
  expect(lastDayOfMonth('12', '2030')).toBe('2030-12-31');
  expect(lastDayOfMonth('7', '2030')).toBe('2030-07-31');
  for (const [month, year] of [
    ['13', '30'],
    ['0', '30'],
    ['', '2030'],
    ['01', '203'],
  ] as const)
    expect(lastDayOfMonth(month, year)).toBeNull();
});
