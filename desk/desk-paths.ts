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
  homeOrder: () => '/words/home',
  columns: () => '/words/columns',
  chart: (query?: Record<string, string>) => (query ? `/words/chart?${new URLSearchParams(query)}` : '/words/chart'),
  staticPages: () => '/words/pages',
  staticPage: (name: string, lang: string) => `/words/pages/${encodeURIComponent(name)}/${lang}`,
  deadLinks: (query?: Record<string, string>) =>
    query ? `/words/links?${new URLSearchParams(query)}` : '/words/links',
  pictures: (query?: Record<string, string>) => (query ? `/pictures?${new URLSearchParams(query)}` : '/pictures'),
  picture: (id: number) => `/pictures/${id}`,
  programs: (query?: Record<string, string>) => (query ? `/programs?${new URLSearchParams(query)}` : '/programs'),
  program: (id: number) => `/programs/${id}`,
  newProgram: () => '/programs/new',
  hosts: (query?: Record<string, string>) => (query ? `/hosts?${new URLSearchParams(query)}` : '/hosts'),
  host: (id: number) => `/hosts/${id}`,
  newHost: () => '/hosts/new',
  audit: (query?: Record<string, string>) => (query ? `/audit?${new URLSearchParams(query)}` : '/audit'),
  money: () => '/money',
  moneyWork: (query: Record<string, string>) => `/money?${new URLSearchParams(query)}`,
  orders: (query?: Record<string, string>) => (query ? `/money/orders?${new URLSearchParams(query)}` : '/money/orders'),
  order: (id: number) => `/money/orders/${id}`,
  ledger: (query?: Record<string, string>) => (query ? `/money/ledger?${new URLSearchParams(query)}` : '/money/ledger'),
  offline: () => '/money/offline',
  plans: () => '/money/plans',
  codes: (query?: Record<string, string>) => (query ? `/money/codes?${new URLSearchParams(query)}` : '/money/codes'),
  people: () => '/people',
  onAir: () => '/on-air',
  messages: () => '/on-air/messages',
  incidents: (query?: Record<string, string>) =>
    query ? `/on-air/incidents?${new URLSearchParams(query)}` : '/on-air/incidents',
  runbook: (kind: string) => `/on-air/runbooks/${kind}`,
  members: () => '/members',
  member: (id: number, query?: Record<string, string>) =>
    query ? `/members/${id}?${new URLSearchParams(query)}` : `/members/${id}`,
  account: () => '/account',
};

/** Where to go after the log-in: a page of the desk, never another site. */
export function nextOf(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : deskPaths.home();
}
