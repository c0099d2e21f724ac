import { paths } from '#app/paths.ts';
import { memberMenu } from '#app/text/zh-hk/member-menu.ts';
import { songPaths } from '#app/song-paths.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import type { MenuItem } from '#app/components/frame/menu.ts';

const { pages } = memberMenu;

/** A member's own pages, in the order of the menu and the account frame. */
export const OWN_PAGES: readonly (MenuItem & Required<Pick<MenuItem, 'text' | 'link' | 'image'>>)[] = [
  { key: 'userInfo', text: pages.account, image: 'user', link: paths.userInfo() },
  { key: 'memberPlaylist', text: pages.library, image: 'list-music', link: paths.memberPlaylist() },
  { key: 'mySongs', text: pages.songs, image: 'bookmark', link: songPaths.mySongs() },
  { key: 'myYear', text: pages.year, image: 'calendar-days', link: songPaths.myYear() },
  { key: 'myVideos', text: pages.videos, image: 'clapperboard', link: paths.myVideos() },
  { key: 'myLive', text: pages.live, image: 'ticket', link: eventPaths.myLive() },
  { key: 'memberSecurity', text: pages.security, image: 'id-card', link: paths.memberSecurity() },
  { key: 'verifyPhone', text: pages.phone, image: 'smartphone', link: paths.verifyPhone() },
  { key: 'memberDevices', text: pages.devices, image: 'headphones', link: paths.memberDevices() },
  { key: 'memberHistory', text: pages.history, image: 'history', link: paths.memberHistory() },
  { key: 'newSubscription', text: pages.plans, image: 'badge-check', link: paths.newSubscription() },
  { key: 'redeem', text: pages.redeem, image: 'gift', link: paths.redeem() },
  { key: 'promotion', text: pages.promotion, image: 'ticket', link: paths.promotion() },
  { key: 'changePreference', text: pages.preferences, image: 'settings', link: paths.changePreference() },
  { key: 'memberData', text: pages.data, image: 'download', link: paths.memberData() },
];

/** The pages of one entry of the frame: what a member stores for listening. */
export const LIBRARY_PAGES = [
  { kind: 'playlist', link: paths.memberPlaylist(), icon: 'list-music' },
  { kind: 'favourite', link: paths.memberFavourites(), icon: 'heart' },
  { kind: 'history', link: paths.listeningHistory(), icon: 'history' },
  { kind: 'bookmark', link: paths.memberBookmarks(), icon: 'bookmark' },
  { kind: 'podcast', link: paths.memberPodcasts(), icon: 'radio' },
] as const;

/** Whether an entry of the frame is for the page at a path. */
export const isOwnPageAt = (link: string, pathname: string): boolean =>
  link === pathname || (link === LIBRARY_PAGES[0].link && LIBRARY_PAGES.some((page) => page.link === pathname));
