import { CHANNEL_IDS } from '#shared/enums.ts';
import { paths } from '#app/paths.ts';
import { chartText } from '#app/text/zh-hk/chart.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { trafficNames } from '#app/text/zh-hk/traffic-names.ts';
import type { IconName } from '#app/ui/icon.tsx';

/** Shared texts a menu item may refer to instead of its own. */
type LangKey = { [K in keyof typeof shell]: (typeof shell)[K] extends string ? K : never }[keyof typeof shell];
/** Pages without parameters. */
type Ref = { [K in keyof typeof paths]: [] extends Parameters<(typeof paths)[K]> ? K : never }[keyof typeof paths];

/** An item of any menu, with the field names of the spec. */
export interface MenuItem {
  /** Stored after each navigation. */
  key: string;
  /** Text, or the key of a shared text. */
  text?: string;
  langKey?: LangKey;
  /** Address, or name of the page. */
  link?: string;
  ref?: Ref;
  sub_items?: MenuItem[];
  /** Icon beside the text. */
  image?: IconName;
  /** Calls the server and then a callback, instead of navigating. */
  ajax?: { path: string; callback: () => void };
  /** Event name in statistics, recorded with consent only. */
  gaAction?: string;
  target?: '_blank';
  /** A window of its own, reused by name. */
  window?: { name: string; features: string };
}

export const menuItemText = ({ text, langKey, key }: MenuItem): string => text ?? (langKey ? shell[langKey] : key);

export const addressOf = ({ link, ref }: MenuItem): string => link ?? (ref ? paths[ref]() : '');

/** The top navigation in the order of the spec. Entries of later parts are added together with their pages. */
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
    { key: 'highlights', text: sectionTitles.highlights, link: paths.programHighlights() },
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
    { key: 'articles', text: sectionTitles.articles, link: paths.articles() },
    { key: 'soundColumn', text: sectionTitles.columns, link: paths.soundColumn() },
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
