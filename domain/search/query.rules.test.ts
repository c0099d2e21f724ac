import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './folding.rules.ts';
import { excerpt, highlight } from './highlight.rules.ts';
import { cleanKeyword, parseQuery } from './query.rules.ts';
import { soundQuery, soundTokens } from './romanisation.rules.ts';
import { QUERY_MAX_CHARS } from './search.schema.ts';
import { chainsOf, textTokens } from './tokens.rules.ts';

describe('folding', () => {
  it.each([
    ['叱吒樂壇', '叱咤乐坛'],
    ['ＣＲ９０３', 'cr903'],
    ['Café', 'cafe\u0301'],
    ['裏裡里', '里里里'],
    ['衞衛卫', '卫卫卫'],
    ['彩虹邨', '彩虹村'],
    ['尖沙咀', '尖沙嘴'],
    ['海\u200b濱\ufeff', '海滨'],
  ])('makes %s and %s one', (a, b) => {
    expect(fold(a)).toBe(fold(b));
  });
});

describe('tokens', () => {
  it('parts text into pairs, and words by themselves and with their neighbours', () => {
    expect([...textTokens('叱咤903 DJ 專欄，R&B', { singles: false })]).toEqual([
      '叱咤',
      '咤903',
      '903',
      'dj',
      'dj专',
      '专栏',
      'r',
      'b',
    ]);
  });

  it('finds the pairs of any part of a text in the text', () => {
    const han = fc.string({
      unit: fc.constantFrom(...Array.from('海濱單車徑全線貫通，903 DJ。')),
      minLength: 2,
      maxLength: 40,
    });
    fc.assert(
      fc.property(han, fc.nat(), fc.integer({ min: 2, max: 6 }), (text, at, length) => {
        const part = /[\p{Script=Han}]{2,}/u.exec(text.slice(at % text.length, (at % text.length) + length))?.[0];
        if (part === undefined) return;
        const tokens = textTokens(text, { singles: true });
        expect([...textTokens(part, { singles: false })].filter((token) => !tokens.has(token))).toEqual([]);
      }),
    );
  });
});

describe('queries', () => {
  it('looks for nothing where there is only a part of a character, which is no letter', () => {
    expect(parseQuery('⺀').text).toBeNull();
    expect(parseQuery('⺀交通').text).not.toContain("''");
  });

  it('takes any text at all, cut to a length no keyword needs, and says nothing to PostgreSQL but its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (input) => {
        const { keyword, text, title } = parseQuery(input);
        expect(Array.from(keyword).length).toBeLessThanOrEqual(QUERY_MAX_CHARS);
        expect(keyword.isWellFormed()).toBe(true);
        for (const query of [text, title]) {
          if (query === null) continue;
          expect(query.replaceAll(/'[\p{L}\p{N}~々]+'(:\*)?/gu, '')).toMatch(/^[ &|()]*$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves nothing of what cannot be seen, and trims', () => {
    expect(cleanKeyword('  新\0聞\u202e \t 財經\n')).toBe('新 聞 財經');
    expect(cleanKeyword('海'.repeat(10_000))).toHaveLength(QUERY_MAX_CHARS);
  });
});

describe('sounds', () => {
  const isFound = (spelled: string, name: string) => {
    const query = soundQuery(spelled);
    if (query === null) return false;
    const tokens = soundTokens(name);
    // Structure of these queries: a disjunction of conjunctions of disjunctions.
    return query
      .split(/\) \| \((?=\()/)
      .some((way) =>
        way.split(' & ').every((pair) => [...pair.matchAll(/'([^']+)'/g)].some(([, key = '']) => tokens.has(key))),
      );
  };

  it.each([
    ['zou baa wong', '早霸王'],
    ['jou ba wong', '早霸王'],
    ['zou2 baa3 wong4', '早霸王'],
    ['zoubaawong', '早霸王'],
    ['leoi jan', '女人'],
    ['neoi jan', '女人'],
    ['oi nei', '愛你'],
    ['ngoi lei', '愛你'],
    ['cheung hok yau', '張學友'],
    ['kwok fu shing', '郭富城'],
    ['law kwok tung', '羅國棟'],
    ['tsim sha tsui', '尖沙咀'],
    ['sham shui po', '深水埗'],
  ])('finds %s as %s', (spelled, name) => {
    expect(isFound(spelled, name)).toBe(true);
  });

  it('takes English for English', () => {
    for (const words of ['morning harbour', 'peak hour jazz', 'hello world']) expect(soundQuery(words)).toBeNull();
  });
});

describe('highlighting', () => {
  const chains = (q: string) => chainsOf(fold(q), { acrossSpaces: false });
  const text = (parts: { text: string }[]) => parts.map((part) => part.text).join('');

  it('marks what was written, whatever was typed', () => {
    expect(highlight('叱吒903 流行榜', chains('叱咤９０３'))).toEqual([
      { text: '叱吒903', hit: true },
      { text: ' 流行榜', hit: false },
    ]);
    expect(highlight('Café 時光', chains('cafe'))[0]).toEqual({ text: 'Café', hit: true });
  });

  it('never changes the words of a title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 5 }), (title, q) => {
        expect(text(highlight(title, chains(q)))).toBe(title);
      }),
    );
  });

  it('shows the words around the first hit', () => {
    const body = `${'前文'.repeat(40)}。由堅尼地城踩到筲箕灣。${'後文'.repeat(60)}`;
    const parts = excerpt(body, chains('坚尼地城'));
    expect(parts.find((part) => part.hit)?.text).toBe('堅尼地城');
    expect(text(parts)).toMatch(/^…由堅尼地城/);
    expect(text(parts).length).toBeLessThan(100);
  });
});
