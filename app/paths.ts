/**
 * The named routes: the only place where an address of the site is spelled. A page that a later part brings
 * is added here together with its route, and whatever links to it appears then.
 */
import type { ChannelId } from '#shared/enums.ts';

/** A name's part of an address: readable, any script, no separator. */
export function slugPart(name: string): string {
  return encodeURIComponent(name.trim().replace(/[\s/?#%\\]+/g, '-'));
}

const withName = (path: string, name?: string) => (name ? `${path}/${slugPart(name)}` : path);

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, v]) => v !== undefined && v !== '');
  return given.length ? `${path}?${new URLSearchParams(given.map(([k, v]) => [k, String(v)])).toString()}` : path;
}

export const paths = {
  home: () => '/',
  homeReview: () => '/anymind360_review',
  live: (id: ChannelId) => `/live/${id}`,
  liveVideo: (id: ChannelId) => `/live/${id}/video`,
  liveReview: (id: ChannelId) => `/live/${id}/anymind360_review`,
  timetable: (channel: ChannelId, query: { day?: string } = {}) => withQuery(`/timetable/${channel}`, query),
  timetableList: (channel: ChannelId, query: { day?: string; text?: 0 | 1 } = {}) =>
    withQuery(`/timetable/${channel}/list`, query),
  programs: (query: { channel?: ChannelId; category_id?: number; keyword?: string; page?: number } = {}) =>
    withQuery('/program', query),
  program: (id: number, name?: string) => withName(`/program/${id}`, name),
  programHosts: (query: { channel?: ChannelId } = {}) => withQuery('/host', query),
  programHost: (id: number, name?: string) => withName(`/host/${id}`, name),
  mobileRedirect: (query: { appname: 'toolbar' | 'archive'; store?: 'ios' | 'android' | 'huawei' }) =>
    withQuery('/mobileredirect', query),
  error: (status?: number) => (status ? `/error/${status}` : '/error'),
  sitemap: () => '/sitemap.xml',
  robots: () => '/robots.txt',
  manifest: () => '/manifest.webmanifest',
  apiDocument: () => '/api/docs',
} as const;

/** Addresses the pages call after load. */
export const calls = {
  toolbar: () => '/api/live/toolbar',
  liveChannel: (id: ChannelId) => `/api/live/${id}`,
  liveSource: (id: ChannelId, type: 'audio' | 'video' = 'audio') =>
    withQuery(`/api/live/src/${id}`, { type: type === 'video' ? type : undefined }),
  keepAlive: () => '/api/keepalive',
  markTutorialRead: () => '/api/userinfo/markArchiveTutorialAsRead',
} as const;

/** Whether the page of a name exists in this build: menus show only what leads somewhere. */
export function hasPage(name: string): name is keyof typeof paths {
  return Object.hasOwn(paths, name);
}
