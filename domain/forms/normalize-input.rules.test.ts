import { expect, it } from 'vitest';
import { normalizeInputs } from './normalize-input.rules.ts';

const phoneOf = (phone_no: string, phone_no_country = '852') =>
  normalizeInputs({ phone_no, phone_no_country })['phone_no'];

it.each([
  '5512 3456',
  '5512-3456',
  '+852 5512 3456',
  '+85255123456',
  '0085255123456',
  '852 55123456',
  '(852) 5512–3456',
])('reads %s as the Hong Kong number it is', (typed) => expect(phoneOf(typed)).toBe('55123456'));

it('reads full-width digits, and leaves what is no number for the rule to refuse', () => {
  expect(phoneOf('５５１２３４５６')).toBe('55123456');
  expect(phoneOf('55a2 3456')).toBe('55a23456');
  expect(phoneOf('')).toBe('');
});

it('keeps the dialling code of other places, and of a number that begins like ours', () => {
  expect(phoneOf('+86 138 1234 5678', '0')).toBe('8613812345678');
  expect(phoneOf('+852 5512 3456', '0')).toBe('85255123456');
  expect(phoneOf('85212345')).toBe('85212345');
  // The password reset form has no country field, nor have letters to the station.
  for (const name of ['phone_no', 'phone'])
    expect(normalizeInputs({ [name]: '+852 5512 3456' })[name]).toBe('55123456');
});

it('reads codes as they are pasted, and never touches the code of a mailed link or a password', () => {
  const given = { verify_code: ' 12 34 ', old_password: '１２３４ ５６７８', surname: '陳 ' };
  expect(normalizeInputs(given)).toEqual({ ...given, verify_code: '1234' });
  expect(normalizeInputs({ verify_code: '１２３４' })).toEqual({ verify_code: '1234' });
  const link = { verify_code: 'Zx-81_aa-Q' };
  expect(normalizeInputs(link)).toEqual(link);
});

it('reads an address that an input method wrote', () => {
  expect(normalizeInputs({ email: ' ｓｉｕｍｉｎｇ＠mail.example。hk ' })).toEqual({
    email: 'siuming@mail.example.hk',
  });
});

it.each([
  ['1990/5/17', '1990-05-17'],
  ['1990年05月17日', '1990-05-17'],
  ['１９９０．５．１７', '1990-05-17'],
  ['19900517', '1990-05-17'],
  [' 1990-05-17 ', '1990-05-17'],
  ['17/5/1990', '17/5/1990'],
])('reads a day of birth in the order of the language: %s', (typed, meant) => {
  expect(normalizeInputs({ dob: typed })).toEqual({ dob: meant });
});

it('calls who gives no display name by the given name, as far as it fits', () => {
  expect(normalizeInputs({ dispaly_name: ' ', given_name: ` ${'文'.repeat(25)}` })['dispaly_name']).toBe(
    '文'.repeat(20),
  );
  expect(normalizeInputs({ dispaly_name: '阿文', given_name: '大文' })['dispaly_name']).toBe('阿文');
});

it('takes a password that was written once for confirmed, and one that was written twice as it was', () => {
  expect(normalizeInputs({ password: 'abcd1234' })).toEqual({ password: 'abcd1234', confirmed_password: 'abcd1234' });
  expect(normalizeInputs({ new_password: 'a', confirmed_password: 'b' })).toMatchObject({ confirmed_password: 'b' });
});
