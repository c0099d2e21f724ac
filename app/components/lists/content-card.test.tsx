import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ContentType } from '#shared/enums.ts';
import { ContentCard, type ContentCardView } from './content-card.tsx';

const card = (contentType: number): ContentCardView => ({
  id: 7,
  contentType,
  href: 'https://example.hk/7',
  title: 'title',
  summary: '',
  art: '',
  label: 'label',
  by: '',
  portrait: '',
  channels: [],
  hasAudio: false,
  hasVideo: false,
  isLive: false,
  publishedAtMs: Date.UTC(2026, 10, 20, 6, 5),
  publishedWords: 'when',
});

it('R-213 gives every known kind a card within the site and an unknown one a card that leads out of it', () => {
  for (const contentType of Object.values(ContentType))
    expect(renderToStaticMarkup(<ContentCard card={card(contentType)} />)).not.toContain('target=');
  expect(renderToStaticMarkup(<ContentCard card={card(999)} />)).toMatch(
    /<a href="https:\/\/example.hk\/7" target="_blank" rel="noopener external">/,
  );
});

it('says an instant in words that stay true in a kept page', () => {
  expect(renderToStaticMarkup(<ContentCard card={card(301)} />)).toContain(
    '<time dateTime="2026-11-20T06:05:00.000Z" data-published="when">when</time>',
  );
});

it('says the time last, so that what stands beside it neither moves nor leaves a gap', () => {
  const drawn = renderToStaticMarkup(<ContentCard card={{ ...card(301), hasAudio: true, hasVideo: true }} />);
  expect(drawn.indexOf('<time')).toBeGreaterThan(drawn.indexOf('有聲'));
  expect(drawn.slice(drawn.indexOf('</time>'))).toBe('</time></p></div></article>');
});
