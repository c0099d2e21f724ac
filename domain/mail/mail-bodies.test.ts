import { expect, it } from 'vitest';
import { bodiesOf } from './mail-bodies.ts';

const letter = {
  title: '重設密碼 <b>',
  lead: ['大文，你好：', '請按以下連結：'],
  button: { words: '重設密碼', url: 'https://radio.example/x?code=a&b="c"' },
  facts: [
    ['時間', '11月21日'],
    ['內容', '第一行\n第二行'],
  ] as const,
  aside: { words: '查看每一步', url: 'https://radio.example/y?token=d' },
  rest: ['如不是你本人提出，毋須理會。'],
  foot: ['CR電台會員服務'],
};

it('says the same in the same order in both bodies of a mail: nothing is for readers of one alone', () => {
  const { textBody, htmlBody } = bodiesOf(letter);
  const shown = htmlBody
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const parts = ['CR電台', letter.title, ...letter.lead, letter.button.words, letter.button.url];
  const all = [...parts, '11月21日', '第一行\n第二行', letter.aside.words, ...letter.rest, ...letter.foot];
  for (const text of [textBody, shown]) {
    let at = 0;
    for (const part of all) {
      expect([part, text.indexOf(part, at)]).not.toEqual([part, -1]);
      at = text.indexOf(part, at) + part.length;
    }
  }
});

it('lets nobody write into a mail: what is told is text, and nothing is loaded from anywhere', () => {
  const { htmlBody } = bodiesOf(letter);
  expect(htmlBody).not.toContain('<b>');
  expect(htmlBody).not.toMatch(/<img|<script|url\(|src=/);
  expect(htmlBody).toContain('href="https://radio.example/x?code=a&amp;b=&quot;c&quot;"');
  expect(htmlBody).toContain('href="https://radio.example/y?token=d"');
});

it('has the mark of the station drawn in it, a title, a button, and colours for light and dark', () => {
  const { htmlBody } = bodiesOf(letter);
  for (const colour of ['#d42a12', '#ffcb05', '#00706b']) expect(htmlBody).toContain(`background:${colour}`);
  expect(htmlBody).toMatch(/<h1[^>]*>重設密碼 &lt;b&gt;<\/h1>/);
  expect(htmlBody).toContain('<meta name="color-scheme" content="light dark">');
  // Every element with an inline colour needs a class that overrides it in dark mode.
  const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}/.exec(htmlBody)?.[1] ?? '';
  const classes = new Set([...htmlBody.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  for (const name of classes) expect(dark).toContain(`.${name}{`);
  const coloured = [...htmlBody.matchAll(/<(\w+)([^>]*style="[^"]*(?:;|")color:[^"]*")/g)];
  expect(coloured.length).toBeGreaterThan(5);
  for (const [tag] of coloured) expect(tag).toContain('class="');
});
