import fc from 'fast-check';
import { expect, it } from 'vitest';
import { childrenOf, parseXml, childText, XmlFault } from './xml.ts';

it('reads elements, text and entities', () => {
  const xml = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
    <records><record><ref>UR1</ref><holder>A &amp; B &#60;&#x4e2d;</holder><errMsg/></record><record></record></records>\n`;
  const root = parseXml(xml);
  const [first, second] = childrenOf(root, 'record');
  expect(root.name).toBe('records');
  expect(first && childText(first, 'ref')).toBe('UR1');
  expect(first && childText(first, 'holder')).toBe('A & B <中');
  expect(first && childText(first, 'errMsg')).toBe('');
  expect(second?.children).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['no element', 'resultCode=-1'],
  ['what is cut off', '<records><record><ref>UR1</ref>'],
  ['what is cut off within a word', '<records><rec'],
  ['crossed elements', '<records><a></b></a></records>'],
  ['an end without a beginning', '<records></records></records>'],
  ['two documents', '<records/><records/>'],
  ['text around it', '<records/>x'],
  ['a declaration', '<!DOCTYPE records [<!ENTITY x "y">]><records>&x;</records>'],
  ['an unknown entity', '<records>&x;</records>'],
  ['a word of the language for an entity', '<records>&constructor;</records>'],
  ['a bare ampersand', '<records>a & b</records>'],
  ['attributes', '<records a="1"/>'],
  ['a comment', '<records><!-- --></records>'],
  ['a page of another', '<html><body>502</body></html><p>'],
  ['a well without ground', '<a>'.repeat(100) + '</a>'.repeat(100)],
])('refuses %s', (_what, xml) => {
  expect(() => parseXml(xml)).toThrow(XmlFault);
});

it('ends on anything that is sent, with elements or a fault', () => {
  const parts = fc.constantFrom('<', '>', '/', 'a', 'records', '&', '&amp;', '&#', ';', '1', ' ', '"', '=', '?', '!');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (words) => {
      try {
        parseXml(words.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(XmlFault);
      }
    }),
  );
});
