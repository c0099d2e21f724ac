import { ink } from './draw.ts';

export type Hair =
  | 'crop'
  | 'side-part'
  | 'quiff'
  | 'buzz'
  | 'bald'
  | 'receding'
  | 'curls'
  | 'afro'
  | 'bob'
  | 'bob-parted'
  | 'long'
  | 'long-fringe'
  | 'waves'
  | 'ponytail'
  | 'bun'
  | 'two-buns'
  | 'braids'
  | 'pixie'
  | 'shag'
  | 'mop'
  | 'cap'
  | 'beanie'
  | 'wrap';
export type Clothes =
  | 'crew'
  | 'shirt'
  | 'blazer'
  | 'hoodie'
  | 'turtleneck'
  | 'stripes'
  | 'dungarees'
  | 'mandarin'
  | 'scarf'
  | 'dots'
  | 'bow-tie';
export type Backdrop = 'plain' | 'ring' | 'sun' | 'rays' | 'bars' | 'dots' | 'waves';

export interface Person {
  ground: string;
  /** Second colour of the backdrop. */
  accent: string;
  backdrop: Backdrop;
  skin: string;
  face: 'round' | 'long' | 'square';
  hair: Hair;
  hairInk: string;
  clothes: Clothes;
  clothesInk: string;
  /** Second colour of the clothes, and colour of the hat if there is one. */
  trim: string;
  mouth: 'smile' | 'grin' | 'calm' | 'lips';
  eyes?: 'dots' | 'lashes' | 'closed';
  glasses?: 'round' | 'square' | 'low' | 'dark';
  beard?: 'full' | 'goatee' | 'moustache' | 'stubble';
  phones?: string;
  headset?: boolean;
  earrings?: string;
  lined?: boolean;
}

const FAIR = '#f7d8bd';
const LIGHT = '#f0c49f';
const WARM = '#e3ac80';
const TAN = '#cc9064';
const BROWN = '#a9683f';
const DEEP = '#7a4a2e';
const JET = '#1b1512';
const BLACK = '#2b211c';
const CHESTNUT = '#5b3420';
const GREY = '#8f8880';
const SILVER = '#d8d2c9';

/** The look of every host by id, matching age, manner and occupation in the fixtures. */
export const people: Record<number, Person> = {
  1: p(ink.red, ink.wine, 'bars', LIGHT, 'square', 'side-part', JET, 'blazer', ink.navy, ink.white, 'calm', {
    glasses: 'square',
  }),
  2: p(ink.sky, ink.white, 'sun', FAIR, 'round', 'bob', BLACK, 'crew', ink.teal, ink.yellow, 'smile', {
    phones: ink.black,
    eyes: 'lashes',
  }),
  3: p(ink.yellow, ink.orange, 'ring', LIGHT, 'long', 'long', JET, 'blazer', ink.black, ink.cream, 'lips', {
    eyes: 'lashes',
  }),
  4: p(ink.teal, ink.sea, 'rays', WARM, 'square', 'side-part', GREY, 'shirt', ink.yellow, ink.orange, 'calm', {
    beard: 'moustache',
    glasses: 'round',
    phones: ink.red,
  }),
  5: p(ink.navy, ink.sea, 'sun', LIGHT, 'long', 'waves', CHESTNUT, 'turtleneck', ink.wine, ink.red, 'lips', {
    eyes: 'lashes',
    earrings: ink.yellow,
  }),
  6: p(ink.orange, ink.yellow, 'rays', LIGHT, 'round', 'receding', SILVER, 'hoodie', ink.black, ink.yellow, 'grin', {
    glasses: 'low',
    phones: ink.teal,
    lined: true,
  }),
  7: p(ink.mint, ink.green, 'dots', WARM, 'round', 'curls', BLACK, 'dungarees', ink.white, ink.green, 'grin', {
    earrings: ink.red,
    lined: true,
  }),
  8: p(ink.sand, ink.white, 'plain', LIGHT, 'square', 'crop', BLACK, 'shirt', ink.sky, ink.white, 'smile', {
    beard: 'stubble',
  }),
  9: p(ink.pink, ink.red, 'ring', FAIR, 'round', 'two-buns', JET, 'stripes', ink.white, ink.black, 'grin', {
    eyes: 'lashes',
    earrings: ink.red,
  }),
  10: p(ink.lilac, ink.plum, 'dots', LIGHT, 'square', 'bald', BLACK, 'crew', ink.plum, ink.pink, 'smile', {
    beard: 'full',
    phones: ink.yellow,
  }),
  11: p(ink.teal, ink.mint, 'ring', FAIR, 'long', 'bob-parted', CHESTNUT, 'blazer', ink.white, ink.mint, 'smile', {
    eyes: 'lashes',
  }),
  12: p(ink.yellow, ink.white, 'sun', FAIR, 'round', 'long-fringe', BLACK, 'dots', ink.red, ink.white, 'grin', {
    phones: ink.red,
    eyes: 'lashes',
  }),
  13: p(ink.black, ink.yellow, 'bars', WARM, 'long', 'beanie', JET, 'stripes', ink.paper, ink.red, 'smile', {
    beard: 'stubble',
  }),
  14: p(ink.lilac, ink.white, 'bars', LIGHT, 'round', 'bob', CHESTNUT, 'shirt', ink.wine, ink.white, 'smile', {
    glasses: 'round',
  }),
  15: p(ink.orange, ink.red, 'sun', LIGHT, 'long', 'quiff', JET, 'hoodie', ink.yellow, ink.black, 'grin', {}),
  16: p(ink.plum, ink.red, 'waves', FAIR, 'long', 'shag', JET, 'crew', ink.black, ink.red, 'calm', {
    phones: ink.paper,
    beard: 'stubble',
  }),
  17: p(ink.navy, ink.yellow, 'bars', TAN, 'square', 'crop', JET, 'turtleneck', ink.orange, ink.yellow, 'smile', {
    headset: true,
    phones: ink.black,
  }),
  18: p(ink.mint, ink.white, 'rays', LIGHT, 'square', 'side-part', BLACK, 'bow-tie', ink.white, ink.green, 'calm', {
    glasses: 'square',
  }),
  19: p(ink.red, ink.yellow, 'rays', WARM, 'round', 'curls', JET, 'dots', ink.black, ink.yellow, 'grin', {}),
  20: p(ink.green, ink.white, 'bars', WARM, 'long', 'quiff', GREY, 'blazer', ink.sand, ink.red, 'calm', {
    headset: true,
    phones: ink.black,
    lined: true,
  }),
  21: p(ink.sky, ink.navy, 'dots', FAIR, 'long', 'crop', JET, 'stripes', ink.navy, ink.yellow, 'smile', {
    glasses: 'round',
  }),
  22: p(ink.green, ink.yellow, 'ring', TAN, 'round', 'ponytail', JET, 'crew', ink.yellow, ink.green, 'grin', {}),
  23: p(ink.sand, ink.orange, 'sun', LIGHT, 'long', 'side-part', SILVER, 'scarf', ink.sea, ink.red, 'smile', {
    lined: true,
    beard: 'moustache',
  }),
  24: p(ink.teal, ink.yellow, 'dots', FAIR, 'round', 'pixie', ink.red, 'hoodie', ink.white, ink.teal, 'grin', {
    headset: true,
    phones: ink.black,
    earrings: ink.yellow,
  }),
  25: p(ink.navy, ink.lilac, 'waves', FAIR, 'long', 'mop', JET, 'turtleneck', ink.lilac, ink.plum, 'calm', {
    eyes: 'closed',
  }),
  26: p(ink.pink, ink.wine, 'waves', LIGHT, 'round', 'bob-parted', SILVER, 'mandarin', ink.wine, ink.yellow, 'smile', {
    glasses: 'low',
    lined: true,
    earrings: ink.green,
  }),
  27: p(ink.paper, ink.black, 'rays', LIGHT, 'long', 'buzz', GREY, 'turtleneck', ink.black, ink.red, 'calm', {
    glasses: 'dark',
  }),
  28: p(ink.plum, ink.pink, 'rays', WARM, 'round', 'two-buns', '#f06a9b', 'crew', ink.yellow, ink.black, 'lips', {
    glasses: 'dark',
    phones: ink.sky,
    earrings: ink.yellow,
  }),
  29: p(ink.mint, ink.teal, 'sun', LIGHT, 'round', 'braids', CHESTNUT, 'dungarees', ink.yellow, ink.navy, 'grin', {
    eyes: 'lashes',
  }),
  30: p(ink.yellow, ink.black, 'dots', FAIR, 'round', 'mop', BLACK, 'hoodie', ink.sky, ink.white, 'smile', {
    glasses: 'square',
  }),
  31: p(ink.sky, ink.teal, 'waves', WARM, 'long', 'waves', BLACK, 'scarf', ink.white, ink.orange, 'grin', {
    earrings: ink.teal,
  }),
  32: p(ink.sea, ink.sky, 'bars', LIGHT, 'long', 'shag', CHESTNUT, 'shirt', ink.wine, ink.sand, 'smile', {
    beard: 'full',
  }),
  33: p(ink.orange, ink.yellow, 'sun', DEEP, 'long', 'cap', JET, 'turtleneck', ink.plum, ink.wine, 'smile', {
    beard: 'goatee',
  }),
  34: p(ink.green, ink.yellow, 'rays', BROWN, 'round', 'long', JET, 'crew', ink.orange, ink.yellow, 'grin', {
    phones: ink.white,
    eyes: 'lashes',
    earrings: ink.yellow,
  }),
  35: p(ink.wine, ink.red, 'ring', LIGHT, 'long', 'receding', GREY, 'bow-tie', ink.black, ink.red, 'calm', {
    glasses: 'low',
    lined: true,
  }),
  36: p(ink.teal, ink.yellow, 'sun', DEEP, 'square', 'buzz', JET, 'hoodie', ink.wine, ink.yellow, 'grin', {
    beard: 'full',
    phones: ink.red,
  }),
  37: p(ink.sea, ink.teal, 'waves', FAIR, 'long', 'pixie', SILVER, 'turtleneck', ink.cream, ink.sea, 'calm', {
    earrings: ink.yellow,
  }),
  38: p(ink.orange, ink.cream, 'dots', TAN, 'round', 'wrap', JET, 'dungarees', ink.white, ink.teal, 'grin', {}),
  39: p(ink.lilac, ink.yellow, 'sun', BROWN, 'round', 'braids', JET, 'mandarin', ink.teal, ink.yellow, 'smile', {
    eyes: 'lashes',
    earrings: ink.yellow,
  }),
  40: p(ink.paper, ink.orange, 'ring', LIGHT, 'long', 'buzz', JET, 'dungarees', ink.black, ink.orange, 'calm', {
    glasses: 'round',
    phones: ink.black,
  }),
  41: p(ink.pink, ink.orange, 'bars', WARM, 'long', 'quiff', BLACK, 'shirt', ink.black, ink.pink, 'calm', {
    beard: 'moustache',
  }),
  42: p(ink.sand, ink.wine, 'ring', LIGHT, 'long', 'bun', JET, 'blazer', ink.wine, ink.white, 'lips', {
    eyes: 'lashes',
    glasses: 'square',
  }),
  43: p(ink.sky, ink.white, 'waves', LIGHT, 'round', 'bald', SILVER, 'stripes', ink.yellow, ink.navy, 'grin', {
    glasses: 'round',
    lined: true,
  }),
  44: p(ink.red, ink.white, 'dots', FAIR, 'round', 'ponytail', BLACK, 'shirt', ink.white, ink.navy, 'grin', {
    phones: ink.yellow,
  }),
};

function p(
  ground: string,
  accent: string,
  backdrop: Backdrop,
  skin: string,
  face: Person['face'],
  hair: Hair,
  hairInk: string,
  clothes: Clothes,
  clothesInk: string,
  trim: string,
  mouth: Person['mouth'],
  more: Partial<Person>,
): Person {
  return { ground, accent, backdrop, skin, face, hair, hairInk, clothes, clothesInk, trim, mouth, ...more };
}
