import type { BulletinTopic } from './bulletins.rules.ts';

/** In this order, because `交通新聞` is traffic. */
const WORDS: readonly (readonly [BulletinTopic, RegExp])[] = [
  ['traffic', /交通|路面|traffic/i],
  ['weather', /天氣|天文台|weather/i],
  ['news', /新聞|news/i],
];

/**
 * Topic of a mark, by the title that the automation reports; null: none. A bulletin without title is the news, as it is
 * on every page.
 */
export const topicOf = (title: string): BulletinTopic | null =>
  title === '' ? 'news' : (WORDS.find(([, words]) => words.test(title))?.[0] ?? null);
