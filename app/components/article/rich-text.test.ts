import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';
import { linkTo, toRichText } from '#shared/text/to-rich-text.ts';

const siteUrl = 'https://radio.example';
const html = (stored: string) =>
  renderToStaticMarkup(createElement(RichText, { nodes: toRichText(stored, { siteUrl }) }));

/** Known ways of bypassing sanitisers: by tags, attributes, schemes, encodings and nesting. */
const XSS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https://radio.example@evil.example/">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<p onmouseover=alert(1) style="background:url(javascript:alert(1))">x</p>',
  '<div style="width:expression(alert(1))">x</div>',
  '<style>@import "//evil.example"; body{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=password><button formaction=javascript:alert(1)>x</button></form>',
  '<textarea><script>alert(1)</script></textarea>',
  '<title></title><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<isindex action=javascript:alert(1)>',
  '<x onclick=alert(1) contenteditable>x</x>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "';alert(1)//",
  '</p></div></main></body><script>alert(1)</script>',
  '<p id="main" name="body" class="vh" data-listen="881">x</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>\u202egnp.exe</p>',
  '<a href="https://ok.example/?q=&quot;><script>alert(1)</script>">x</a>',
  '<table><tr><td><script>alert(1)</script></td></tr></table>',
  `${'<blockquote>'.repeat(5_000)}x`,
  `${'<a href=/x>'.repeat(5_000)}x`,
];

const ALLOWED_TAG =
  /^<(\/?(p|h[234]|ul|ol|li|blockquote|table|caption|thead|tbody|tr|td|hr|br|strong|em|s|u|small|sub|sup|cite|wbr|div|svg|use|span|a))\b/;
const ALLOWED_ATTRIBUTE = /^(href|target|rel|class|aria-hidden|aria-label|role|tabindex|scope)$/;

describe('hostile text', () => {
  it.each(XSS)('%s', (stored) => {
    const out = html(stored);
    for (const [tag] of out.matchAll(/<\/?[a-z][^>]*>/gi)) {
      expect(tag).toMatch(/^<th scope|^<\/th>/.test(tag) ? /th/ : ALLOWED_TAG);
      for (const [, name = ''] of tag.matchAll(/\s([a-z:-]+)=/gi)) expect(name).toMatch(ALLOWED_ATTRIBUTE);
      const href = /^<a href="([^"]*)"/.exec(tag)?.[1];
      if (href !== undefined) expect(href).toMatch(/^(https?:\/\/(?!radio\.example@)|mailto:|\/(?![/\\]))/);
    }
    expect(out).not.toMatch(/<script|\u202e/i);
    expect(out.length).toBeLessThan(20_000);
  });

  it('shows markup that was written as text as text', () => {
    expect(html('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  });
});

describe('links', () => {
  it.each([
    ['https://ok.example/a?b=1#c', 'https://ok.example/a?b=1#c'],
    ['http://ok.example', 'http://ok.example/'],
    ['https://radio.example/article/7/x', '/article/7/x'],
    ['https://radio.example//evil.example/', 'https://radio.example//evil.example/'],
    ['mailto:news@radio.example', 'mailto:news@radio.example'],
    ['/program/1', '/program/1'],
  ])('%s stays', (given, kept) => expect(linkTo(given, siteUrl)).toBe(kept));

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'ftp://x.example',
    'mailto:a@b?bcc=c@d@e',
    'https://a@b.example',
    'relative',
    '#x',
    '',
    undefined,
  ])('%s does not', (given) => expect(linkTo(given, siteUrl)).toBeUndefined());

  it('opens what leads away beside the site, with no way back to it', () => {
    expect(html('<p><a href="https://ok.example/">x</a></p>')).toContain('target="_blank" rel="noopener"');
    expect(html('<p><a href="/chart">x</a></p>')).toBe('<p><a href="/chart">x</a></p>');
  });
});

describe('structure', () => {
  it.each([
    ['loose words', '早晨<b>香港</b>', '<p>早晨<strong>香港</strong></p>'],
    ['a list in a paragraph', '<p>甲<ul><li>乙</ul>丙', '<p>甲</p><ul><li>乙</li></ul><p>丙</p>'],
    ['an item without a list', '<li>甲</li>', '<p>甲</p>'],
    ['words between items', '<ul>甲<li>乙</li></ul>', '<p>甲乙</p>'],
    [
      'a link in a link',
      '<p><a href="/a">甲<a href="/b">乙</a></a></p>',
      '<p><a href="/a">甲</a><a href="/b">乙</a></p>',
    ],
    ['unknown elements', '<p><blink>甲</blink><font color=red>乙</font></p>', '<p>甲乙</p>'],
    ['empty paragraphs', '<p> </p><p><br></p><p>甲</p>', '<p><br/></p><p>甲</p>'],
    ['headings that skip', '<h1>甲</h1><h4>乙</h4><h2>丙</h2>', '<h2>甲</h2><h3>乙</h3><h2>丙</h2>'],
    ['a heading in a heading', '<h2>甲<h3>乙</h3>', '<h2>甲</h2><h3>乙</h3>'],
  ])('puts right %s', (_what, stored, shown) => {
    const out = html(stored).replaceAll('<wbr/>', '');
    expect(out).toBe(shown);
  });

  it('gives every row of a table a body, so that a browser adds nothing of its own', () => {
    expect(html('<table><tr><th>甲</th></tr><tr><td></td></tr></table>')).toContain(
      '<table><tbody><tr><th scope="col">甲</th></tr><tr><td></td></tr></tbody></table>',
    );
  });

  it('never lets a heading break inside a word, nor a figure leave its unit', () => {
    expect(html('<h2>最靚係堅尼地城</h2>')).toMatch(/<wbr\/>堅尼地城<\/h2>/);
    expect(html('<p>全長 13 公里</p>')).toBe('<p>全長 13\u00a0公里</p>');
  });
});
