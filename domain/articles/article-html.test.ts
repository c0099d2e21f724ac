import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { XSS_PAYLOADS } from '#tests/factories/xss-payloads.ts';
import { sanitiseArticleHtml } from './article-html.ts';

const KNOWN = new Set(
  'p br strong em s u sub sup a ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td'.split(' '),
);

/** Finds anything in HTML besides text, structure and links. */
function dangers(html: string): string[] {
  const found: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!KNOWN.has(name)) found.push(`<${name}>`);
      if (++depth > 30) found.push('too deep');
      for (const [attribute, value] of Object.entries(attributes)) {
        const isLink = name === 'a' && attribute === 'href' && /^(https?:\/\/|mailto:|\/(?!\/)|#)/.test(value);
        const isRel = name === 'a' && attribute === 'rel' && value === 'noopener';
        if (!isLink && !isRel) found.push(`${name}[${attribute}=${value}]`);
      }
    },
    onclosetag: () => depth--,
    oncomment: () => found.push('comment'),
    onprocessinginstruction: () => found.push('instruction'),
  });
  parser.write(html);
  parser.end();
  return found;
}

describe('HTML of editors', () => {
  it('has a corpus worth the name', () => expect(new Set(XSS_PAYLOADS).size).toBeGreaterThanOrEqual(60));

  it.each(XSS_PAYLOADS.map((payload) => [payload.slice(0, 80), payload]))('comes to nothing: %s', (_name, payload) => {
    for (const html of [payload, `<p>前${payload}後</p>`, `<ul><li>${payload}</li></ul>`, payload.toUpperCase()]) {
      const clean = sanitiseArticleHtml(html);
      expect(dangers(clean)).toEqual([]);
      // Sanitising is idempotent, and the result is harmless inside an attribute or comment too.
      expect(sanitiseArticleHtml(clean)).toBe(clean);
      expect(clean).not.toMatch(/<script|<img|<svg|<style|<iframe|javascript:/i);
    }
  });

  it('keeps what is written, and its structure', () => {
    const html =
      '<h2>小題</h2><p>一段<strong>重</strong><em>斜</em><br />二</p><ul><li>甲</li></ul><ol><li>乙</li></ol><blockquote>引</blockquote>';
    expect(sanitiseArticleHtml(html)).toBe(html);
    expect(sanitiseArticleHtml('<h1>題</h1><p><b>重</b>與<i>斜</i></p>')).toBe(
      '<h2>題</h2><p><strong>重</strong>與<em>斜</em></p>',
    );
  });

  it('marks links away, and leaves our own and mail as they are', () => {
    expect(sanitiseArticleHtml('<a href="https://a.example/x" rel="opener" target="_blank">外</a>')).toBe(
      '<a href="https://a.example/x" rel="noopener">外</a>',
    );
    expect(sanitiseArticleHtml('<a href="/news">內</a><a href="mailto:a@b.example">信</a>')).toBe(
      '<a href="/news">內</a><a href="mailto:a@b.example">信</a>',
    );
  });
});
