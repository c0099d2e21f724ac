import { expect, it } from 'vitest';
import { parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';
import { isLanguage, writeWebVtt } from './film-words.rules.ts';

it('gives out words and times alone, whatever a file of captions held', () => {
  const sent = `WEBVTT

STYLE
::cue { background: url(https://elsewhere.example/seen) }

REGION
id:r1

<script>alert(1)</script>
00:01.000 --> 00:02.500 region:r1 align:start
<v 主持><b>大家好</b> &amp; <c.red onclick=x>3 &lt; 4</c>

00:03.000 --> 00:04.000
--&gt; 仲有
`;
  const read = parseWebVtt(sent);
  if (!read.ok) throw new Error(read.fault.reason);
  const written = writeWebVtt(read.cues);
  expect(written).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n大家好 &amp; 3 &lt; 4\n\n00:00:03.000 --> 00:00:04.000\n--&gt; 仲有\n',
  );
  // Parsing the output gives the same cues.
  expect(parseWebVtt(written)).toEqual(read);
});

it('knows a language by its tag', () => {
  for (const lang of ['zh-HK', 'en', 'zh-Hant-HK', 'yue', 'es-419'])
    expect([lang, isLanguage(lang)]).toEqual([lang, true]);
  for (const lang of ['', 'Chinese', 'zh_HK', 'zh-hk', '../en'])
    expect([lang, isLanguage(lang)]).toEqual([lang, false]);
});
