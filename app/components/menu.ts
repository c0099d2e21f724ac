import { CHANNEL_IDS } from '#shared/enums.ts';
import { paths } from '#app/paths.ts';
import { chartText } from '#app/text/zh-hk/chart.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import type { IconName } from '#app/ui/icon.tsx';

/** An entry of the navigation. `key` is what is stored after each navigation. */
export interface MenuItem {
  key: string;
  text: string;
  link?: string;
  external?: boolean;
  sub_items?: MenuItem[];
}

/** An item of the member menu: it leads somewhere, or asks the server and then does something. */
export type MemberMenuItem = { key: string; text: string; icon: IconName } & (
  | { link: string }
  | { ajax: { path: string; callback: () => void } }
);

/**
 * The top navigation in the order of the spec. An entry whose page belongs to a later part is added here
 * together with that page.
 */
export function navigation(my903: string): MenuItem[] {
  return [
    { key: 'home', text: shell.navHome, link: paths.home() },
    {
      key: 'news',
      text: shell.navNews,
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
      text: trafficText.title,
      sub_items: [
        { key: 'trafficMain', text: trafficText.main, link: paths.trafficMain() },
        { key: 'trafficAim', text: trafficText.aim, link: paths.trafficAim() },
        { key: 'trafficInfo', text: trafficText.info, link: paths.trafficInfo() },
        { key: 'trafficHighlight', text: trafficText.highlight, link: paths.trafficHighlight() },
        { key: 'trafficHotline', text: trafficText.hotline, link: paths.trafficHotline() },
        { key: 'trafficFund', text: trafficText.fund, link: paths.trafficFund() },
        { key: 'trafficData', text: trafficText.data, link: paths.trafficData(1) },
        { key: 'trafficPhonograph', text: trafficText.phonograph, link: paths.trafficPhonograph() },
      ],
    },
    { key: 'articles', text: listsText.articles.title, link: paths.articles() },
    { key: 'soundColumn', text: listsText.columns.title, link: paths.soundColumn() },
    { key: 'chart', text: chartText.title, link: paths.chart() },
    {
      key: 'timetable',
      text: shell.navTimetable,
      sub_items: CHANNEL_IDS.map((id) => ({
        key: `timetable-${id}`,
        text: shell.channelNames[id],
        link: paths.timetable(id),
      })),
    },
    { key: 'programs', text: shell.navPrograms, link: paths.programs() },
    { key: 'hosts', text: shell.navHosts, link: paths.programHosts() },
    ...(my903 ? [{ key: 'my903', text: shell.navMy903, link: my903, external: true }] : []),
  ];
}
