/** Names of the static pages by group. A name in no list is not a page. */
export const BILINGUAL_PAGES = ['aboutCR', 'aboutCRP', 'terms', 'privacy', 'copyright'] as const;
export const MONOLINGUAL_PAGES = ['faq', 'tou', 'usernotice'] as const;
export const SECTION_PAGES = [
  'livestreamfaq',
  'adService',
  'recruitment',
  'strokefund',
  'traffic/aim',
  'traffic/fund',
  'traffic/hotline',
] as const;

export type BilingualPage = (typeof BILINGUAL_PAGES)[number];
export type MonolingualPage = (typeof MONOLINGUAL_PAGES)[number];
export type SectionPage = (typeof SECTION_PAGES)[number];
/** A part of the archive's user guide, numbered from 1. */
export type GuidePage = `archiveUserguide/${number}`;
export type PageName = BilingualPage | MonolingualPage | SectionPage | GuidePage;

export type PageLang = 'zh-Hant' | 'en';

export const isBilingual = (name: string): name is BilingualPage =>
  (BILINGUAL_PAGES as readonly string[]).includes(name);
export const isMonolingual = (name: string): name is MonolingualPage =>
  (MONOLINGUAL_PAGES as readonly string[]).includes(name);
