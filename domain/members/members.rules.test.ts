import { describe, expect, it } from 'vitest';
import { VERIFICATION_FORMS } from '#domain/phone-verification/verification-forms.rules.ts';
import { PHONE_FORMS } from '#domain/phones/phone-forms.rules.ts';
import { REGISTRATION_FORMS } from '#domain/registration/registration.rules.ts';
import { ageOn, MEMBER_FORMS } from './members.rules.ts';
import { emailFault, emailKeyOf } from '#domain/forms/email.rules.ts';
import { AUTH_FORMS } from '#domain/auth/auth-forms.rules.ts';
import { isPassword, passwordParts } from '#domain/passwords/passwords.rules.ts';
import { checkForm, refusalOf } from '#domain/forms/fields.rules.ts';
import { REGISTRATION } from '#tests/factories/accounts/registration-form.ts';

const NOW = new Date('2026-11-20T16:00:00Z'); // the first instant of 21 November in Hong Kong
const FORMS = { ...AUTH_FORMS, ...MEMBER_FORMS, ...REGISTRATION_FORMS, ...PHONE_FORMS, ...VERIFICATION_FORMS };
const faultsOf = (form: keyof typeof FORMS, given: object) =>
  checkForm(FORMS[form], given as Record<string, unknown>, NOW).faults;
const register = (over: object) => faultsOf('register', { ...REGISTRATION, ...over }).map(({ code }) => code);

describe('a password (VA-01)', () => {
  it.each(['abcd1234', 'P@ssw0rd!', '密碼密碼密碼密碼', '12345678', 'a`b`c`d`e', 'x'.repeat(500)])(
    'may be %s',
    (text) => {
      expect(isPassword(text)).toBe(true);
    },
  );
  it.each([
    '',
    'abc1234',
    'abcd 1234',
    'abcd\t1234',
    'abcd<123',
    'abcd>123',
    'abcd"123',
    "abcd'123",
    ' abcd1234',
    'abcd1234 ',
    'abcd1234\n',
    'x'.repeat(501),
  ])('may not be %j, and its code is 10026', (password) => {
    const faults = faultsOf('resetPassword', {
      password,
      confirmed_password: password,
      verify_code: 'x'.repeat(43),
    });
    expect(refusalOf(faults)).toBe('invalidPassword');
  });
  it('is told part by part while it is typed', () => {
    expect(passwordParts('')).toEqual({ missing: 8, isClean: true });
    expect(passwordParts('密碼😀')).toEqual({ missing: 5, isClean: true });
    expect(passwordParts('abcd "1234')).toEqual({ missing: 0, isClean: false });
  });
  it('is the same twice (VA-28)', () => {
    for (const confirmed_password of ['abcd12345', 'ABCD1234', '', undefined])
      expect(
        refusalOf(faultsOf('resetPassword', { password: 'abcd1234', confirmed_password, verify_code: 'x'.repeat(43) })),
      ).toBe('passwordMismatch');
  });
});

describe('an e-mail address (VA-12, VA-24, VA-39, VA-40)', () => {
  it.each(['a@b.hk', 'chan.tai-man@mail.example.com', 'user_1@example.com', `${'a'.repeat(38)}@example.com`])(
    'may be %s',
    (address) => {
      expect(emailFault(address)).toBeUndefined();
    },
  );
  it.each([
    ['', 'required'],
    ['a', 'format'],
    ['a@', 'format'],
    ['@b.hk', 'format'],
    ['a@b', 'format'],
    ['a b@c.hk', 'format'],
    ['a@b@c.hk', 'format'],
    ['a@b..hk', 'format'],
    [`${'a'.repeat(39)}@example.com`, 'tooLong'],
    ['chan+1@example.com', 'plusSign'],
    ['a@-example.com', 'invalidDomain'],
    ['a@exa_mple.com', 'invalidDomain'],
    // Mail clients parse these as two mailboxes, or as a different one.
    ['other,chan@example.com', 'format'],
    ['other;chan@example.com', 'format'],
    ['Chan<chan@example.com', 'format'],
    ['"chan"@example.com', 'format'],
    ['chan(x)@example.com', 'format'],
    ['ch\u200dan@example.com', 'format'],
    ['ch\u00adan@example.com', 'format'],
    ['ch\u2060an@example.com', 'format'],
  ])('may not be %j: %s', (address, fault) => {
    expect(emailFault(address)).toBe(fault);
  });
  it('is stored as mail is sent to it and as it is compared: full width is no other address', () => {
    const { fields } = checkForm(
      REGISTRATION_FORMS.register,
      { ...REGISTRATION, email: ' ｃｈａｎ＠ｅｘａｍｐｌｅ．ｃｏｍ\u200b' },
      NOW,
    );
    expect(fields?.email).toBe('chan@example.com');
    for (const email of ['\u212ahan@example.com', 'ｃhan@example.com']) {
      const stored = checkForm(REGISTRATION_FORMS.register, { ...REGISTRATION, email }, NOW).fields?.email ?? '';
      expect(emailKeyOf(stored)).toBe(stored.toLowerCase());
    }
  });
  it('that may be registered can be logged in with, and asked for when the password is forgotten', () => {
    for (const email of [
      'o\u2019brien@example.com',
      "o'brien@example.com",
      'a!b@example.com',
      '陳@example.com',
      'A&B@example.com',
    ]) {
      expect(register({ email })).toEqual([]);
      expect(faultsOf('login', { email, password: 'x', rememberMe: false })).toEqual([]);
      expect(faultsOf('forgetPassword', { email, turnstileToken: 'token' })).toEqual([]);
    }
    for (const email of ['chan tai', '陳大文', 'a/b', 'a!b', 'user\n x'])
      expect(faultsOf('login', { email, password: 'x', rememberMe: false })).toEqual([
        { field: 'email', code: 'format' },
      ]);
  });
  it('takes no time over a name made to take long', () => {
    // A pattern with exponential backtracking would exceed the test timeout.
    expect(emailFault(`a@${'a-'.repeat(20)}`)).toBeDefined();
    expect(emailFault(`a@${'a.'.repeat(23)}!`)).toBeDefined();
  });
});

describe('a mailbox', () => {
  it.each([
    ['Chan@Example.com', 'chan@example.com'],
    ['c.h.a.n@gmail.com', 'chan@gmail.com'],
    ['Chan@GoogleMail.com', 'chan@gmail.com'],
    ['chan+radio@gmail.com', 'chan@gmail.com'],
  ])('of %s is the one of %s (10025)', (one, other) => {
    expect(emailKeyOf(one)).toBe(emailKeyOf(other));
  });
  it('is another with a dot anywhere but at Gmail', () => {
    expect(emailKeyOf('c.han@example.com')).not.toBe(emailKeyOf('chan@example.com'));
    expect(emailKeyOf('chan@gmail.com.hk')).not.toBe(emailKeyOf('chan@gmail.com'));
  });
});

describe('registration', () => {
  it.each([
    [{ dispaly_name: '字'.repeat(20) }, []],
    [{ dispaly_name: '😀'.repeat(20) }, []],
    [{ dispaly_name: '字'.repeat(21) }, ['tooLong']],
    [{ dispaly_name: '' }, ['required']],
    // The field may be absent from the form, and then only the given name is reported missing.
    [{ given_name: '', dispaly_name: '' }, ['required']],
    [{ surname: '字'.repeat(51) }, ['tooLong']],
    [{ given_name: '  ' }, ['required']],
    [{ given_name: '\u202e\u200b' }, ['required']],
    [{ phone_no_country: 852 }, ['required']],
    [{ phone_no_country: '+852' }, ['format']],
    [{ phone_no_country: '86' }, ['choice']],
    [{ phone_no_country: '0', phone_no: '8613812345678' }, []],
    [{ phone_no_country: '0', phone_no: '+85291234567' }, ['phone']],
    [{ phone_no: '９１２３４５６７' }, ['phone']],
    // VA-03 by the rules `numeric` and `between`.
    [{ phone_no_country: '0', phone_no: '1234567' }, ['phone']],
    [{ phone_no_country: '0', phone_no: '0'.repeat(15) }, []],
    [{ phone_no_country: '0', phone_no: '0'.repeat(16) }, ['phone']],
    ...['51234567', '61234567', '91234567', '41234567', '71234567'].map((phone_no) => [{ phone_no }, []] as const),
    ...['21234567', '31234567', '01234567', '912345678', '80012345', '90012345', '99912345'].map(
      (phone_no) => [{ phone_no }, ['hkMobile']] as const,
    ),
    [{ gender: 'X' }, ['choice']],
    [{ dob: '2001-02-29' }, ['date']],
    [{ dob: '1990/1/1' }, ['date']],
    [{ dob: '2026-11-21' }, ['date']],
    [{ dob: '2008-11-21' }, []],
    [{ dob: '2008-11-22' }, ['guardian']],
    [{ dob: '2026-11-20', under_18_terms: true }, []],
    [{ terms: false }, ['terms']],
    [{ terms: 'on' }, []],
    [{ turnstileToken: '' }, ['botCheck']],
    [{ __proto__: { email: 'x' } }, []],
  ] as const)('with %j has the faults %j', (over, faults) => {
    expect(register(over)).toEqual(faults);
  });

  it('reads nothing that an object inherited', () => {
    const given = Object.create(REGISTRATION) as Record<string, unknown>;
    expect(faultsOf('register', given).map(({ field }) => field)).toContain('email');
  });
});

it.each(['123', '12345', '1'.repeat(3_000)])(
  'takes a code that is too long for one that is too short: %.9s',
  (code) => {
    const given = { random_salt: 'x'.repeat(20), verify_code: code, turnstileToken: 'x' };
    expect(faultsOf('verifySms', given)).toEqual([{ field: 'verify_code', code: 'code' }]);
  },
);

it('tells the own code of a fault only where it is the only kind', () => {
  expect(refusalOf([{ field: 'email', code: 'plusSign' }])).toBe('plusSign');
  expect(
    refusalOf([
      { field: 'email', code: 'plusSign' },
      { field: 'dob', code: 'date' },
    ]),
  ).toBe('invalidParam');
});

it('counts a birthday from its day, and one of 29 February from 1 March', () => {
  expect(ageOn('2008-11-21', '2026-11-20')).toBe(17);
  expect(ageOn('2008-11-21', '2026-11-21')).toBe(18);
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
});

it.each([
  [{ user_setting: { volume: 1 } }, []],
  [{ user_setting: { text: 'x'.repeat(10_300) } }, ['tooLarge']],
  [{ user_setting: [] }, ['format']],
  [{ user_setting: JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown }, ['format']],
  [{ user_setting: null }, ['format']],
])('a setting is a free object of at most 10 KB (R-385): case %#', (given, codes) => {
  expect(faultsOf('updateUserSetting', given).map(({ code }) => code)).toEqual(codes);
});
