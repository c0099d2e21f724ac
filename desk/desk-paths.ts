/** The only place where links of the desk are spelled. */
export const deskPaths = {
  home: () => '/',
  logIn: (next?: string) => (next === undefined ? '/log-in' : `/log-in?next=${encodeURIComponent(next)}`),
  invitation: () => '/invitation',
  approvals: () => '/approvals',
  words: (query?: Record<string, string>) => (query ? `/words?${new URLSearchParams(query)}` : '/words'),
  draft: (id: number) => `/words/${id}`,
  article: (id: number) => `/words/article/${id}`,
  breaking: () => '/words/breaking',
  homeOrder: () => '/words/home',
  columns: () => '/words/columns',
  chart: (query?: Record<string, string>) => (query ? `/words/chart?${new URLSearchParams(query)}` : '/words/chart'),
  staticPages: () => '/words/pages',
  staticPage: (name: string, lang: string) => `/words/pages/${encodeURIComponent(name)}/${lang}`,
  deadLinks: (query?: Record<string, string>) =>
    query ? `/words/links?${new URLSearchParams(query)}` : '/words/links',
  audit: (query?: Record<string, string>) => (query ? `/audit?${new URLSearchParams(query)}` : '/audit'),
  money: () => '/money',
  moneyWork: (query: Record<string, string>) => `/money?${new URLSearchParams(query)}`,
  orders: (query?: Record<string, string>) => (query ? `/money/orders?${new URLSearchParams(query)}` : '/money/orders'),
  order: (id: number) => `/money/orders/${id}`,
  ledger: (query?: Record<string, string>) => (query ? `/money/ledger?${new URLSearchParams(query)}` : '/money/ledger'),
  offline: () => '/money/offline',
  codes: (query?: Record<string, string>) => (query ? `/money/codes?${new URLSearchParams(query)}` : '/money/codes'),
  people: () => '/people',
  onAir: () => '/on-air',
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
