import { expect, it } from 'vitest';
import { parseSettlementFile, SETTLEMENT_HEAD } from './settlement-file.ts';

const LINE = '2026-11-22,paid,9000001,UR26112200000001,38800,466';

it('reads what was settled, whatever ends its lines and whatever remark stands between', () => {
  const file = `\ufeff# PayMe, 2026-11-22\r\n${SETTLEMENT_HEAD}\r\n${LINE}\r\n# later\n2026-11-22,refunded,R-1,,100,-2\n\n`;
  expect(parseSettlementFile(file)).toEqual([
    {
      day: '2026-11-22',
      kind: 'paid',
      gatewayTxn: '9000001',
      attempt: 'UR26112200000001',
      cents: 38_800,
      feeCents: 466,
    },
    { day: '2026-11-22', kind: 'refunded', gatewayTxn: 'R-1', attempt: null, cents: 100, feeCents: -2 },
  ]);
  expect(parseSettlementFile(SETTLEMENT_HEAD)).toEqual([]);
});

it.each([
  ['', 'the first line'],
  [LINE, 'the first line'],
  [`${SETTLEMENT_HEAD}\n${LINE}\n2026-02-30,paid,1,,1,0`, 'line 3'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,given,1,,1,0`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,paid,,,1,0`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,paid,1,UR1,1,0`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,paid,1,,1.00,0`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,paid,1,,-1,0`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n${LINE},1`, 'line 2'],
  [`${SETTLEMENT_HEAD}\n2026-11-22,paid,1,,1,`, 'line 2'],
])('takes nothing of a file that has one line it cannot read: %j', (file, words) => {
  expect(() => parseSettlementFile(file)).toThrow(words);
});
