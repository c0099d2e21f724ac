import { CHANNEL_IDS } from '#shared/enums.ts';
import { paths } from '#app/paths.ts';
import { chartText } from '#app/text/zh-hk/chart.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { trafficNames } from '#app/text/zh-hk/traffic-names.ts';
import type { IconName } from '#app/ui/icon.tsx';

/** Words that a menu item may name in place of bringing its own. */
type LangKey = { [K in keyof typeof shell]: (typeof shell)[K] extends string ? K : never }[keyof typeof shell];
/** Pages that need nothing but their name. */
type Ref = { [K in keyof typeof paths]: [] extends Parameters<(typeof paths)[K]> ? K : never }[keyof typeof paths];

/** An item of any menu: the spec's fields under their names. */
export interface MenuItem {
  /** What is stored after each navigation. */
  key: string;
  /** Its words, or where they stand. */
  text?: string;
  langKey?: LangKey;
  /** Its address, or the name of the page. */
  link?: string;
  ref?: Ref;
  sub_items?: MenuItem[];
  /** Beside the words. */
  image?: IconName;
  /** Asks the server and then does something, in place of leading somewhere. */
  ajax?: { path: string; callback: () => void };
  /** What a press is called in statistics, which heed it once a visitor accepts them. */
  gaAction?: string;
  target?: '_blank';
  /** A window of its own: the same one again for the same name. */
  window?: { name: string; features: string };
}

export const textOf = ({ text, langKey, key }: MenuItem): string => text ?? (langKey ? shell[langKey] : key);

export const addressOf = ({ link, ref }: MenuItem): string => link ?? (ref ? paths[ref]() : '');

/**
 * The top navigation in the order of the spec. An entry whose page belongs to a later part is added here
 * together with that page.
 */
export function navigation(my903: string): MenuItem[] {
  return [
    { key: 'home', langKey: 'navHome', ref: 'home' },
    {
      key: 'news',
      langKey: 'navNews',
      sub_items: [
        { key: 'hotNews', text: newsText.hotTitle, link: paths.newsHot() },
        { key: 'recentNews', text: newsText.recentTitle, link: paths.newsRecent() },
        { key: 'newsCategory', text: newsText.finance, link: paths.newsCategory('finance') },
        { key: 'newsEditorialCategoryAll', text: newsText.editorial, link: paths.newsEditorial() },
        { key: 'trafficNews', text: newsText.traffic, link: paths.newsTraffic() },
      ],
    },
    { key: 'highlights', text: listsText.highlights.title, link: paths.programHighlights() },
    {
      key: 'traffic',
      text: trafficNames.title,
      sub_items: [
        { key: 'trafficMain', text: trafficNames.main, link: paths.trafficMain() },
        { key: 'trafficAim', text: trafficNames.aim, link: paths.trafficAim() },
        { key: 'trafficInfo', text: trafficNames.info, link: paths.trafficInfo() },
        { key: 'trafficHighlight', text: trafficNames.highlight, link: paths.trafficHighlight() },
        { key: 'trafficHotline', text: trafficNames.hotline, link: paths.trafficHotline() },
        { key: 'trafficFund', text: trafficNames.fund, link: paths.trafficFund() },
        { key: 'trafficData', text: trafficNames.data, link: paths.trafficData(1) },
        { key: 'trafficPhonograph', text: trafficNames.phonograph, link: paths.trafficPhonograph() },
      ],
    },
    { key: 'articles', text: listsText.articles.title, link: paths.articles() },
    { key: 'soundColumn', text: listsText.columns.title, link: paths.soundColumn() },
    { key: 'chart', text: chartText.title, link: paths.chart() },
    {
      key: 'timetable',
      langKey: 'navTimetable',
      sub_items: CHANNEL_IDS.map((id) => ({
        key: `timetable-${id}`,
        text: shell.channelNames[id],
        link: paths.timetable(id),
      })),
    },
    { key: 'programs', langKey: 'navPrograms', ref: 'programs' },
    { key: 'hosts', langKey: 'navHosts', ref: 'programHosts' },
    ...(my903 ? [{ key: 'my903', langKey: 'navMy903', link: my903, target: '_blank' } as const] : []),
  ];
}
