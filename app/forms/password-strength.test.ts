import { expect, it } from 'vitest';
import { weaknessOf } from '#domain/passwords/weak-passwords.ts';
import { isEasyToGuess } from './password-strength.ts';

it.each(['12345678', '19900517', '91234567', 'aaaaaaaa', 'abababab', 'abcdefgh', 'hgfedcba', 'Password1', 'qwerty99'])(
  'says that %s is guessed early',
  (password) => {
    expect(isEasyToGuess(password)).toBe(true);
  },
);

it('agrees with the server on what is made of the address, the names, the number and words of the station', () => {
  const own = ['tai.man_chan@mail.example', '陳', '大文先生', 'Taiman Chan', '91234068'];
  for (const password of ['taimanchan1', '大文先生2026', 'chan91234068', 'Airwave2026', '雷霆881雷霆881', 'radio-903!'])
    expect([password, isEasyToGuess(password, own), weaknessOf(password, own)]).toEqual([
      password,
      true,
      expect.stringMatching(/Password$/),
    ]);
  expect(isEasyToGuess('大文先生2026')).toBe(false);
});

it.each(['harbour-night-42', '彌敦道夜晚好靜呀', 'tr7!mVx2', '73915508264019'])(
  'has nothing against %s',
  (password) => {
    expect(isEasyToGuess(password)).toBe(false);
  },
);
