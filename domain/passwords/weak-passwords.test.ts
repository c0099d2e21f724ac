import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { isPassword } from './passwords.rules.ts';
import { STATION_WORDS } from './known-words.rules.ts';
import { weaknessOf } from './weak-passwords.ts';

/** The most common leaked passwords of eight or more characters. */
const EVERYBODYS = `12345678 123456789 1234567890 password password1 password123 qwerty123 qwertyuiop 1q2w3e4r 1qaz2wsx
iloveyou 11111111 00000000 88888888 66666666 12341234 123123123 87654321 987654321 abc12345 abcd1234 a1b2c3d4 aa123456
a123456789 q1w2e3r4 q1w2e3r4t5 1q2w3e4r5t zaq12wsx qazwsxedc 1qazxsw2 asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 qwer1234
qwe12345 sunshine princess football baseball superman batman123 dragon123 monkey123 shadow12 master123 michael1 jordan23
welcome1 welcome123 trustno1 whatever starwars computer internet charlie1 jennifer michelle danielle liverpool chelsea1
arsenal1 samantha victoria jonathan elizabeth butterfly chocolate letmein1 passw0rd P@ssw0rd P@ssw0rd! Passw0rd1 pa55word
Password1! Admin123 admin1234 administrator iloveyou1 babygirl1 lovely123 hello123 freedom1 mustang1 corvette mercedes
ferrari1 hongkong hongkong1 hk123456 woaini1314 woaini520 5201314520 147258369 159357159 112233445566 11223344 121212121
1234qwer qwerty12345 qweasdzxc 123qweasd 123456abc abc123456 987654321a changeme changeme1 test1234 testtest test12345
pokemon1 minecraft naruto123 fuckyou1 fuckyou2 superstar1 q12345678 aaaaaaaa abcdefgh abcdefg1 1a2b3c4d 19900101 01011990
20001231 31122000 spiderman slipknot metallica nirvana1 ronaldo7 barcelona rangers1 killer123 hunter123 summer2024 Summer2026!
winter2025 spring2026 january1 december sunflower jessica1 ashley12 nicole12 matthew1 andrew123 thomas12 robert12 daniel12
anthony1 joshua12 chan1234 wong1234 leung123 cheung88 kelvin123 peter1234 jacky1234 doraemon1 hellokitty pikachu1 snoopy123
`
  .split(/\s+/)
  .filter((word) => word.length >= 8);

it('refuses what everybody takes (ASVS 6.2.4)', () => {
  expect(EVERYBODYS.filter((password) => weaknessOf(password, []) !== 'commonPassword')).toEqual([]);
});

it('refuses more than the three thousand that are asked for, all of them passwords by the rule', () => {
  const passwords = dictionary['passwords-common'].filter((password) => isPassword(password));
  expect(passwords.length).toBeGreaterThan(3_000);
  expect(passwords.filter((password) => weaknessOf(password, []) === null)).toEqual([]);
});

it.each(['ｐａｓｓｗｏｒｄ１', 'PASSWORD', 'p-a-s-s-w-o-r-d', '密碼密碼密碼密碼', '........', 'x'.repeat(500)])(
  'is not led astray by how it is written: %s',
  (password) => {
    expect(weaknessOf(password, [])).toBe('commonPassword');
  },
);

it.each([
  'dragondragondragon',
  'Monkey-Monkey-Monkey',
  'p@ssw0rdp@ssw0rdp@ssw0rd',
  'sunshinesunshinesunshine1',
  'zkwxzkwxzkwxzkwx',
])('takes a weak word for no better where it stands there again and again: %s', (password) => {
  expect(weaknessOf(password, [])).toBe('commonPassword');
});

it('takes its time with no password, however long it repeats itself', () => {
  expect(weaknessOf(`${'abcdefghijklmnoqrstuvwxyz'.repeat(40)}!`.slice(0, 1_000), [])).toBeNull();
});

it('refuses what is made of the names of the station (ASVS 6.2.11)', () => {
  const made = STATION_WORDS.flatMap((word) => [`${word}${word}`, `${word}2026`, `${word}!${word}1`]);
  for (const password of [
    ...made,
    'Airwave2026',
    'radio-903!',
    '雷霆881雷霆881',
    '叱咤903@2026',
    'CRHK-881-903',
    'a1rwav3903',
  ])
    expect([password, weaknessOf(password, [])]).not.toEqual([password, null]);
});

it('refuses what is made of the address, the names and the number of its member', () => {
  const own = ['tai.man_chan@mail.example', '陳', '大文先生', 'Taiman Chan', '91234068'];
  for (const password of [
    'tai.man_chan@mail.example',
    'taimanchan1',
    'TaiMan2026',
    'chantaiman!',
    '91234068',
    '+85291234068',
    '大文先生2026',
    '2026-taiman',
  ])
    expect([password, weaknessOf(password, own)]).toEqual([password, 'knownPassword']);
  expect(weaknessOf('TaiMan2026', ['lee@other.example'])).toBeNull();
});

it('asks for no kind of letter and forbids none (ASVS 6.2.5)', () => {
  for (const password of [
    'rainbow-hill-77',
    'correcthorsebatterystaple',
    '落雨大水浸街',
    '月光光照地堂年卅晚',
    'kxvbnqtzmw',
    'KXVBNQTZMW',
    '7294018365',
    '🦊🌧️🎷🍜🚋🪁🧭🫖',
    'mango tree by the pier'.replaceAll(' ', '.'),
    '881-tram-noodle-903',
    // The password of the demo accounts: public, but not a word of any other account.
    'airwave-demo-881',
    'n0t-the-f1rst-th1ng',
    'Zx9$kLm2',
  ])
    expect([password, weaknessOf(password, ['lee@example.com'])]).toEqual([password, null]);
});
