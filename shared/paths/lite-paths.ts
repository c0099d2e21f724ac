// The lite pages: the content of a page in 30 kB, without scripts or pictures.

const ARTICLE =
  /^\/(?:article|highlight|soundcolumn\/article|news2?\/[a-z]+|traffic\/(?:info|highlight|phonograph))\/(\d{1,10})(?:\/|$)/;

export const litePaths = {
  home: () => '/lite',
  live: (channel: number) => `/lite/live/${channel}`,
  timetable: (channel: number, day?: string) => `/lite/timetable/${channel}${day === undefined ? '' : `?day=${day}`}`,
  news: (page = 1) => `/lite/news${page === 1 ? '' : `?page=${page}`}`,
  traffic: () => '/lite/traffic',
  bulletin: () => '/lite/bulletin',
  article: (id: number) => `/lite/article/${id}`,
  /** The sound of a channel, without end (64 kbit/s). */
  sound: (channel: number) => `/media/${channel}/a64/live.aac`,
  /** The same as a playlist. */
  playlist: (channel: number) => `/media/${channel}/a64/live.m3u8`,
};

/** The home of a crowd: one file that loads nothing else. */
export const EMERGENCY_PATH = '/lite/emergency.html';

/** Whether lite pages are kept (`1`), by the visitor's choice. */
export const LITE_COOKIE = 'lite';

/** The lite page with the content of a page, by its path. Null: it has none. */
export function litePathOf(path: string): string | null {
  if (path === '/') return litePaths.home();
  const channel = /^\/(live|timetable)\/(881|903|864)(?:\/(?:video|list))?$/.exec(path);
  if (channel) return `/lite/${channel[1]}/${channel[2]}`;
  if (path === '/bulletin') return litePaths.bulletin();
  if (path === '/traffic') return litePaths.traffic();
  if (/^\/news(?:\/(?:hot|recent))?$/.test(path)) return litePaths.news();
  const article = ARTICLE.exec(path);
  return article && litePaths.article(Number(article[1]));
}

/** The page whose content a lite page has. */
export function fullPathOf(litePath: string): string {
  const rest = litePath.replace(/^\/lite/, '');
  return rest === '/news' ? '/news/recent' : rest || '/';
}
