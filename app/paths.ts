/**
 * The named routes: the only place where paths of the site are spelled. Pages of later parts are added here
 * together with their routes and links.
 */
import { accountPaths } from '#shared/paths/account-paths.ts';
import { articleMediaPath, contentPaths, slugPart, withName, withQuery } from '#shared/paths/content-paths.ts';
import type { ChannelId, MessagePageKind, NewsSection, GuestResultKind } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

export { slugPart, withQuery };

export const paths = {
  ...contentPaths,
  home: () => '/',
  homeReview: () => '/anymind360_review',
  live: (id: ChannelId) => `/live/${id}`,
  /** Replays stored in the browser. */
  kept: () => '/kept',
  liveVideo: (id: ChannelId) => `/live/${id}/video`,
  liveReview: (id: ChannelId) => `/live/${id}/anymind360_review`,
  timetable: (channel: ChannelId, query: { day?: string } = {}) => withQuery(`/timetable/${channel}`, query),
  timetableList: (channel: ChannelId, query: { day?: string; text?: 0 | 1 } = {}) =>
    withQuery(`/timetable/${channel}/list`, query),
  programs: (
    query: { channel?: ChannelId; category_id?: number; day?: number; keyword?: string; page?: number } = {},
  ) => withQuery('/program', query),
  archives: (query: { day?: DayHk | undefined; channel?: ChannelId | undefined } = {}) =>
    withQuery('/program/archives', query),
  programHosts: (query: { channel?: ChannelId } = {}) => withQuery('/host', query),

  // ARCHIVE WINDOW
  playlistCreate: (query: { program_archive_section_id?: number } = {}) => withQuery('/playlist/create', query),
  instantPlay: (query: { program_archive_id?: number; program_archive_section_id?: number } = {}) =>
    withQuery('/playlist/instantplay', query),

  // CONTENT
  articles: (query: { page?: number } = {}, category?: { id: number; name: string }) =>
    withQuery(category ? withName(`/article/latest/${category.id}`, category.name) : '/article/latest', query),
  programHighlights: (query: { page?: number } = {}) => withQuery('/highlight', query),
  soundColumn: (query: { page?: number } = {}, column?: { id: number; name: string }) =>
    withQuery(column ? withName(`/soundcolumn/${column.id}`, column.name) : '/soundcolumn', query),
  chart: (query: { channel?: ChannelId; week?: string } = {}) => withQuery('/chart', query),

  // FILMS
  myVideos: () => '/crgovideo/myvideo',

  // SEARCH
  search: (query: { q?: string; sort?: 'latest' | 'relevant'; type?: string; page?: number } = {}) =>
    withQuery('/search', query),
  searchReview: (query: { q?: string } = {}) => withQuery('/search/google_review', query),

  // NEWS
  news: () => '/news',
  newsHot: (query: { page?: number } = {}) => withQuery('/news/hot', query),
  newsRecent: (query: { page?: number } = {}) => withQuery('/news/recent', query),
  newsTraffic: (query: { page?: number } = {}) => withQuery('/news/traffic', query),
  newsEditorial: (query: { page?: number } = {}) => withQuery('/news/editorial', query),
  newsEditorialCategory: (id: number, name?: string, query: { page?: number } = {}) =>
    withQuery(withName(`/news/editorial/category/${id}`, name), query),
  newsCategory: (section: NewsSection, query: { page?: number } = {}) => withQuery(`/news/${section}`, query),

  // TRAFFIC
  trafficAim: () => '/traffic/aim',
  trafficInfo: (query: { page?: number } = {}) => withQuery('/traffic/info', query),
  trafficHighlight: (query: { page?: number } = {}) => withQuery('/traffic/highlight', query),
  trafficHotline: (query: { type?: 'sent' } = {}) => withQuery('/traffic/hotline', query),
  trafficFund: () => '/traffic/fund',
  trafficData: (type: number, query: { area?: string; page?: number } = {}) =>
    withQuery(`/traffic/data/${type}`, query),
  trafficPhonograph: (query: { page?: number } = {}) => withQuery('/traffic/phonograph', query),

  // THE COMPANY
  contactUs: () => '/contactUs',
  contactUsResult: (query: { type?: 'sent' } = {}) => withQuery('/contactUs/result', query),
  adService: () => '/adService',
  status: () => '/status',
  following: () => '/following',
  recruitment: (company?: 'CR' | 'CRP' | 'CRi') => (company ? `/recruitment/${company}` : '/recruitment'),
  strokeFundArchive: () => '/strokefund/archive',
  bilingual: (
    name: 'aboutCR' | 'aboutCRP' | 'terms' | 'privacy' | 'copyright',
    query: { lang?: 'en' | 'zh-Hant' } = {},
  ) => withQuery(`/staticpage/${name}`, query),
  monolingual: (name: 'faq' | 'tou' | 'usernotice') => `/staticpage/${name}`,
  archiveUserguide: (idx?: number) => (idx ? `/staticpage/archiveUserguide/${idx}` : '/staticpage/archiveUserguide'),
  liveStreamFaq: () => '/livestreamfaq',

  // MEMBERS
  login: (query: { return?: string } = {}) => withQuery(accountPaths.login(), query),
  register: accountPaths.register,
  registerFinish: () => '/member/register/registerFinish',
  registerWelcome: () => '/member/register/welcome',
  registerSuccess: () => '/member/register/registerSuccess',
  forgetPassword: () => '/member/user/forgetPassword',
  resetPasswordMailSent: () => '/member/user/resetPasswordMailSent',
  resetPassword: () => '/member/user/resetPassword',
  resetPasswordSuccess: () => '/member/user/resetPasswordSuccess',
  verifyEmail: (query: { done?: 'verify' | 'change' | 'cancel' } = {}) => withQuery('/member/user/verifyEmail', query),
  /** The demo's mail, texts and calls; not part of a real site. */
  demoMail: () => '/sandbox/mail',
  demoPhones: (query: { number?: string; to?: string; text?: string } = {}) => withQuery('/sandbox/phones', query),
  userInfo: () => '/member/userinfo',
  changePreference: () => '/member/userinfo/changePreference',
  memberHistory: accountPaths.history,
  verifyPhone: () => '/member/userinfo/p2aPhoneVerify',
  memberDevices: () => '/member/userinfo/devices',
  memberSecurity: () => '/member/userinfo/security',
  memberData: () => '/member/userinfo/data',
  memberPlaylist: () => '/member/userinfo/playlist',
  /** In the order of their newest replays, or the member's own. */
  memberFavourites: (query: { sort?: 'own' | undefined; channel?: ChannelId | undefined } = {}) =>
    withQuery('/member/userinfo/favourites', query),
  /** With `keyword`, only matching entries. */
  listeningHistory: (query: { page?: number | undefined; keyword?: string | undefined } = {}) =>
    withQuery('/member/userinfo/listeningHistory', query),
  memberBookmarks: () => '/member/userinfo/bookmarks',
  memberPodcasts: () => '/member/userinfo/podcasts',

  // PAYMENTS
  pricing: () => '/pricing',
  newSubscription: (
    query: {
      plan?: number | undefined;
      code?: string | undefined;
      gift?: '1' | undefined;
      offer?: '1' | undefined;
    } = {},
  ) => withQuery('/member/userinfo/newSubscription', query),
  promotion: (code?: string) =>
    code ? `/member/userinfo/promotion/${encodeURIComponent(code)}` : '/member/userinfo/promotion',
  changeCard: () => '/member/userinfo/changeCard',
  redeem: (query: { code?: string } = {}) => withQuery('/member/userinfo/redeem', query),
  offlineSubscription: () => '/member/userinfo/offlineSubscription',

  memberMessage: (kind: MessagePageKind) => `/member/error/${kind}`,
  memberResult: (kind: GuestResultKind) => `/member/user/${kind}`,

  mobileRedirect: (query: { appname: 'toolbar' | 'archive'; store?: 'ios' | 'android' | 'huawei' }) =>
    withQuery('/mobileredirect', query),
  /** The QR code of an app, for phones to scan from a desktop. */
  appCode: (app: 'toolbar' | 'archive') => `/mobileredirect/${app}.svg`,
  error: (status?: number) => (status ? `/error/${status}` : '/error'),
  /** The offline page, and the service worker. */
  offline: () => '/offline',
  serviceWorker: () => '/sw.js',
  /** Small and public: whether it answers shows whether the site is reachable. */
  probe: () => '/favicon.svg',
  sitemap: () => '/sitemap.xml',
  sitemapPart: (name: string) => `/sitemap/${name}.xml`,
  feed: (name: string) => `/feeds/${name}.xml`,
  programCalendar: (id: number) => `/calendar/program-${id}.ics`,
  hostCalendar: (id: number) => `/calendar/host-${id}.ics`,
  channelCalendar: (id: ChannelId) => `/calendar/channel-${id}.ics`,
  /** Public podcast feed of a programme. */
  programPodcast: (id: number) => `/feeds/podcast/${id}.xml`,
  /** A member's private feed. The URL is the credential. */
  ownPodcast: (token: string) => `/member/podcasts/${token}.xml`,
  /** Audio file of a broadcast, its chapters and its transcript; without a token, its free preview. */
  podcastFile: (token: string | null, archiveId: number, ending: 'm4a' | 'json' | 'vtt') =>
    `/podcasts/${token ?? 'free'}/${archiveId}.${ending}`,
  programFeed: (id: number) => `/feeds/program-${id}.xml`,
  columnFeed: (id: number) => `/feeds/column-${id}.xml`,
  headlinePicture: (id: number, updatedAtMs: number) =>
    `/social/articles/${id}.jpg?v=${Math.floor(updatedAtMs / 1000)}`,
  robots: () => '/robots.txt',
  manifest: () => '/manifest.webmanifest',
  /** Breaking news, which open pages ask for. */
  breakingNews: () => '/breaking-news.json',
  /** Booked ads of the station, for client-side navigation. */
  houseAds: () => '/house-ads.json',
} as const;

/** API calls of pages after load. */
export const calls = {
  toolbar: () => '/api/live/toolbar',
  searchSuggest: (q: string) => withQuery('/api/search/suggest', { q }),
  liveChannel: (id: ChannelId) => `/api/live/${id}`,
  liveSource: (id: ChannelId, type: 'audio' | 'video' = 'audio') =>
    withQuery(`/api/live/src/${id}`, { type: type === 'video' ? type : undefined }),
  /** Addresses of a replay, and its lease. */
  playback: (sectionId: number, query: Record<string, string | number | undefined> = {}) =>
    withQuery(`/api/programarchives/playback/${sectionId}`, query),
  /** Transcript of a section. */
  replayWords: (sectionId: number) => `/api/programarchives/transcript/${sectionId}`,
  /** The section at an instant of a stream. */
  replayAt: (streamId: number, atMs: number) =>
    withQuery('/api/programarchives/at', { stream: streamId, at: Math.floor(atMs / 1000) }),
  /** What a member has not heard of the broadcast of a section. */
  unheard: (sectionId: number) => `/api/programarchives/unheard/${sectionId}`,
  bookmark: () => '/api/playlist/bookmark',
  playbackLease: (id?: string) => (id ? `/api/playback/lease/${id}` : '/api/playback/lease'),
  playbackPositions: () => '/api/playback/places',
  playQueue: () => '/api/playlist',
  replayHistory: () => '/api/playlist/history',
  /** Available audio of a channel. */
  kept: (id: ChannelId, kind: 'audio' | 'video' = 'audio') => `/media/${id}/${kind}.json`,
  /** Media file of a recording in an article. */
  articleMedia: articleMediaPath,
  /** A member's positions in replays, by section numbers. */
  replayPositions: (sectionIds: readonly number[]) => `/api/programarchives/places?ids=${sectionIds.join()}`,
  /** Replays in progress. */
  replaysBegun: () => '/api/programarchives/begun',
  /** The member's own playlist, and favourites. */
  userPlaylist: () => '/api/playlist/userplaylist',
  favourite: () => '/api/playlist/favourite',
  favouriteIds: () => '/api/programs/fav/ids',
  keepAlive: () => '/api/keepalive',
  userState: () => '/api/user/state',
  checkMailDomain: () => '/api/user/checkMX',
  logOut: () => '/api/user/logout',
  passkeyLogInOptions: () => '/api/user/passkeys/logInOptions',
  passkeyLogIn: () => '/api/user/passkeys/logIn',
  personalData: () => '/api/userinfo/personalData',
  personalDataPage: () => '/api/userinfo/personalData.html',
  checkPhoneStatus: () => '/api/userinfo/checkP2APhoneVerifyStatus',
  markTutorialRead: () => '/api/userinfo/markArchiveTutorialAsRead',
} as const;
