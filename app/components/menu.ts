import { CHANNEL_IDS } from '#shared/enums.ts';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';

/** An entry of the navigation. `key` is what is stored after each navigation. */
export interface MenuItem {
  key: string;
  text: string;
  link?: string;
  external?: boolean;
  sub_items?: MenuItem[];
}

/**
 * The top navigation in the order of the spec. An entry whose page belongs to a later part is added here
 * together with that page.
 */
export function navigation(my903: string): MenuItem[] {
  return [
    { key: 'home', text: shell.navHome, link: paths.home() },
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
