import { expect, it } from 'vitest';
import { lookUpKeys, masked, parseCursor } from './support.rules.ts';

it('masks addresses and the number of a member however somebody wrote them, and nothing else', () => {
  const text = ["<O'NEIL.(X)@MAIL.example>", '(a@b.example)', 'tel 9123-4567', '+852 9123 4567', 'order 91 234'];
  expect(masked({ text, n: 91234567, none: null }, { phoneNo: '91234567' })).toEqual({
    text: ['<O…@MAIL.example>', '(…@b.example)', 'tel 91****67', '+85291****67', 'order 91 234'],
    n: 91234567,
    none: null,
  });
  expect(masked('9123 4567', { phoneNo: null })).toBe('9123 4567');
});

it('takes no pattern and no bare word for something to look up', () => {
  for (const text of ['', '%', 'wong', 'R2026', '12345678901234567', "' or 1=1", 'D-1'])
    expect(lookUpKeys(text)).toEqual([]);
});

it('reads a bare number as every whole key that it may be, and #12 as a member alone', () => {
  expect(lookUpKeys('91234567').map(({ kind }) => kind)).toEqual(['member', 'order', 'phone']);
  expect(lookUpKeys('+852 9123 4567')).toEqual([{ kind: 'phone', phoneNo: '91234567' }]);
  expect(lookUpKeys('#12')).toEqual([{ kind: 'member', id: 12 }]);
});

it('takes no cursor that it did not make', () => {
  for (const text of ['', '1', '1.mail.x', 'x.mail.1', "1.mail'.1"]) expect(parseCursor(text)).toBeNull();
});
