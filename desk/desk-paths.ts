const withQuery = (path: string, query: Record<string, string>) =>
  Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path;

/** The only place where links of the desk are spelled. */
export const deskPaths = {
  home: () => '/',
  logIn: (next?: string) => (next === undefined ? '/log-in' : `/log-in?next=${encodeURIComponent(next)}`),
  invitation: () => '/invitation',
  approvals: () => '/approvals',
  words: (query?: Record<string, string>) => (query ? `/words?${new URLSearchParams(query)}` : '/words'),
  draft: (id: number) => `/words/${id}`,
  article: (id: number) => `/words/article/${id}`,
  /** Parts without a value are left out. */
  timetable: (query: Record<string, string | undefined> = {}) => {
    const given = Object.entries(query).filter((part): part is [string, string] => Boolean(part[1]));
    return given.length > 0 ? `/timetable?${new URLSearchParams(given)}` : '/timetable';
  },
  breaking: () => '/words/breaking',
  liveBlogs: () => '/words/live',
  liveBlog: (articleId: number) => `/words/live/${articleId}`,
  homeOrder: () => '/words/home',
  columns: () => '/words/columns',
  chart: (query?: Record<string, string>) => (query ? `/words/chart?${new URLSearchParams(query)}` : '/words/chart'),
  staticPages: () => '/words/pages',
  staticPage: (name: string, lang: string) => `/words/pages/${encodeURIComponent(name)}/${lang}`,
  deadLinks: (query?: Record<string, string>) =>
    query ? `/words/links?${new URLSearchParams(query)}` : '/words/links',
  traffic: () => '/traffic',
  letters: (query?: Record<string, string>) => (query ? `/letters?${new URLSearchParams(query)}` : '/letters'),
  letter: (id: number) => `/letters/${id}`,
  pictures: (query?: Record<string, string>) => (query ? `/pictures?${new URLSearchParams(query)}` : '/pictures'),
  picture: (id: number) => `/pictures/${id}`,
  programs: (query?: Record<string, string>) => (query ? `/programs?${new URLSearchParams(query)}` : '/programs'),
  program: (id: number) => `/programs/${id}`,
  newProgram: () => '/programs/new',
  hosts: (query?: Record<string, string>) => (query ? `/hosts?${new URLSearchParams(query)}` : '/hosts'),
  host: (id: number) => `/hosts/${id}`,
  newHost: () => '/hosts/new',
  archive: (query?: Record<string, string>) => (query ? `/archive?${new URLSearchParams(query)}` : '/archive'),
  classics: (query: Record<string, string> = {}) => withQuery('/archive/classics', query),
  broadcast: (id: number) => `/archive/${id}`,
  films: (query?: Record<string, string>) => (query ? `/films?${new URLSearchParams(query)}` : '/films'),
  film: (id: number) => `/films/${id}`,
  filmPages: (query?: Record<string, string>) =>
    query ? `/films/pages?${new URLSearchParams(query)}` : '/films/pages',
  filmPage: (id: number) => `/films/pages/${id}`,
  newFilmPage: () => '/films/pages/new',
  figures: (query: Record<string, string> = {}) => withQuery('/figures', query),
  figuresContent: (query: Record<string, string> = {}) => withQuery('/figures/content', query),
  figuresAds: (query: Record<string, string> = {}) => withQuery('/figures/ads', query),
  figuresMoney: () => '/figures/money',
  figuresChecks: (query: Record<string, string> = {}) => withQuery('/figures/checks', query),
  advertising: (query: Record<string, string> = {}) => withQuery('/advertising', query),
  newAdBooking: (query: Record<string, string> = {}) => withQuery('/advertising/new', query),
  adBooking: (id: number) => `/advertising/${id}`,
  adCreatives: (query: Record<string, string> = {}) => withQuery('/advertising/creatives', query),
  adSlots: (query: Record<string, string> = {}) => withQuery('/advertising/slots', query),
  adBlocked: () => '/advertising/blocked',
  audit: (query?: Record<string, string>) => (query ? `/audit?${new URLSearchParams(query)}` : '/audit'),
  money: () => '/money',
  moneyWork: (query: Record<string, string>) => `/money?${new URLSearchParams(query)}`,
  orders: (query?: Record<string, string>) => (query ? `/money/orders?${new URLSearchParams(query)}` : '/money/orders'),
  order: (id: number) => `/money/orders/${id}`,
  ledger: (query?: Record<string, string>) => (query ? `/money/ledger?${new URLSearchParams(query)}` : '/money/ledger'),
  offline: () => '/money/offline',
  plans: () => '/money/plans',
  codes: (query?: Record<string, string>) => (query ? `/money/codes?${new URLSearchParams(query)}` : '/money/codes'),
  events: (query?: Record<string, string>) => (query ? `/events?${new URLSearchParams(query)}` : '/events'),
  event: (id: number) => `/events/${id}`,
  newEvent: (query?: Record<string, string>) => (query ? `/events/new?${new URLSearchParams(query)}` : '/events/new'),
  campaigns: () => '/campaigns',
  campaign: (name: string, query?: Record<string, string>) =>
    query ? `/campaigns/${name}?${new URLSearchParams(query)}` : `/campaigns/${name}`,
  newCampaign: () => '/campaigns/new',
  editCampaign: (name: string, part = 'goal') => `/campaigns/${name}/edit/${part}`,
  labels: (name: string) => `/campaigns/${name}/labels`,
  invitations: () => '/invitations',
  newGuestEvent: () => '/invitations/new',
  editGuestEvent: (id: number) => `/invitations/${id}/edit`,
  guestDoor: (id: number) => `/invitations/${id}/door`,
  guestEvent: (id: number, query?: Record<string, string>) =>
    query ? `/invitations/${id}?${new URLSearchParams(query)}` : `/invitations/${id}`,
  people: () => '/people',
  onAir: () => '/on-air',
  messages: () => '/on-air/messages',
  studioLinks: () => '/on-air/studio-links',
  incidents: (query?: Record<string, string>) =>
    query ? `/on-air/incidents?${new URLSearchParams(query)}` : '/on-air/incidents',
  runbook: (kind: string) => `/on-air/runbooks/${kind}`,
  members: () => '/members',
  member: (id: number, query?: Record<string, string>) =>
    query ? `/members/${id}?${new URLSearchParams(query)}` : `/members/${id}`,
  bulkJobs: () => '/bulk-jobs',
  bulkJob: (id: number) => `/bulk-jobs/${id}`,
  settings: () => '/settings',
  settingsNotes: () => '/settings/notes',
  settingsRetention: () => '/settings/retention',
  settingsMails: () => '/settings/mails',
  settingsMail: (key: string) => `/settings/mails/${encodeURIComponent(key)}`,
  account: () => '/account',
};

/** Where to go after the log-in: a page of the desk, never another site. */
export function nextOf(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : deskPaths.home();
}
