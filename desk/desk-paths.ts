/** The only place where links of the desk are spelled. */
export const deskPaths = {
  home: () => '/',
  logIn: (next?: string) => (next === undefined ? '/log-in' : `/log-in?next=${encodeURIComponent(next)}`),
  invitation: () => '/invitation',
  approvals: () => '/approvals',
  words: (query?: Record<string, string>) => (query ? `/words?${new URLSearchParams(query)}` : '/words'),
  draft: (id: number) => `/words/${id}`,
  article: (id: number) => `/words/article/${id}`,
  audit: (query?: Record<string, string>) => (query ? `/audit?${new URLSearchParams(query)}` : '/audit'),
  people: () => '/people',
  account: () => '/account',
};

/** Where to go after the log-in: a page of the desk, never another site. */
export function nextOf(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : deskPaths.home();
}
