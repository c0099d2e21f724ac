import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawHeadline, headlineLines } from './headline-pictures.ts';

const width = (line: string) => Array.from(line).reduce((sum, c) => sum + (c > '\u2e80' ? 1 : 0.56), 0);

describe('a headline in a picture', () => {
  it('is large when it is short', () => {
    expect(headlineLines('紅隧早上封一線')).toEqual({ px: 76, lines: ['紅隧早上封一線'] });
  });

  it('parts between words and loses none of them while there is room', () => {
    const title = '西九龍海旁單車徑下月全線貫通，叱咤903主持率先試踩';
    const { lines } = headlineLines(title);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(title);
    expect(lines.some((line) => line.startsWith('03') || line.endsWith('9'))).toBe(false);
  });

  it('says that there is more when there is no room', () => {
    const { lines } = headlineLines('長'.repeat(10) + '，' + '題目好長好長'.repeat(20));
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/……$/);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(18.6);
  });

  it('holds a word that is longer than a line', () => {
    for (const line of headlineLines('x'.repeat(400)).lines) expect(width(line)).toBeLessThanOrEqual(18.6);
  });

  it.each(['', '叱咤903'])('is drawn with the label “%s”, as not every campaign has a title', async (label) => {
    const picture = await drawHeadline({ title: '一套明信片', label, channelBitwise: 0 }, null);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });
});
