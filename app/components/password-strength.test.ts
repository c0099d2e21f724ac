import { expect, it } from 'vitest';
import { isEasyToGuess } from './password-strength.ts';

it.each(['12345678', '19900517', '91234567', 'aaaaaaaa', 'abababab', 'abcdefgh', 'hgfedcba', 'Password1', 'qwerty99'])(
  'says that %s is guessed early',
  (password) => {
    expect(isEasyToGuess(password)).toBe(true);
  },
);

it.each(['harbour-night-42', '彌敦道夜晚好靜呀', 'tr7!mVx2', '73915508264019'])(
  'has nothing against %s',
  (password) => {
    expect(isEasyToGuess(password)).toBe(false);
  },
);
