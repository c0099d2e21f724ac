import { expect, it } from 'vitest';
import { RESPONSE_CODES, type DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { CallError } from '../call.ts';
import { faultText } from './fault-text.ts';

/** Text of the desk for a refusal of the server. */
const said = ({ errorName, detail }: DomainError): string => {
  const { status, code } = RESPONSE_CODES[errorName];
  return faultText(new CallError(status, code, JSON.parse(JSON.stringify(detail)) as object));
};

it('names who changed what one was changing, and what to do', () => {
  const words = said(refused('edited-since', { fields: {}, revision: 'r', changed_by: '區柏言' }));
  expect(words).toContain('區柏言');
  expect(words).toContain('重新載入');
});

it('says what a refusal names: an amount as money, a limit, a line of a file', () => {
  expect(said(refused('refund-too-large', { left_cents: 12_050 }))).toContain('HK$120.50');
  expect(said(impossible('ends-within-days', { max: 30, field: 'ends_ts' }))).toContain('30 日');
  expect(said(impossible('vtt-line', { line: 3, code: 'backward', reason: 'the cue ends before it begins' }))).toMatch(
    /第 3 行：完嘅時間早過開始/,
  );
});

it.each([
  ['a conflict', 409, 'it is the same'],
  ['a conflict of a newer server', 409, { why: 'not-known-here', message: 'it is new' }],
  ['an input', 400, 'the day is in the future'],
  ['fields', 400, { fieldErrors: { closes_ts: ['Invalid input'], notAField: ['Required'] } }],
  ['a rate', 429, { retry_after_seconds: 3 }],
  ['a size', 413, null],
])('shows no English where it has no words of its own: %s', (_what, status, detail) => {
  const words = faultText(new CallError(status, 1, detail));
  expect(words).toMatch(/\p{Script=Han}/u);
  expect(words).not.toMatch(/[a-z]{2}/i);
});

it('leads to the log-in whose session is over, and not to the engineers', () => {
  const words = faultText(new CallError(401, RESPONSE_CODES.notAuthenticated.code, null));
  expect(words).toContain('登入');
  expect(words).not.toContain('工程');
});

it('names the fields at fault', () => {
  expect(faultText(new CallError(400, 1, { fieldErrors: { closes_ts: ['Invalid input'] } }))).toContain('截止');
});
