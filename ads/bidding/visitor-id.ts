// The only identifier passed to bidders: created here, kept for sixty days (K-096, R-471) in a cookie partitioned to
// this origin under this site (`Partitioned`), and deleted as soon as the frame learns of a refusal. Our servers never
// read it.

const NAME = 'ad_visitor';
const DAYS = 60;
const COOKIE_SCOPE = 'Path=/bidding; SameSite=None; Secure; Partitioned';

export function visitorId(): string {
  const [, known] = /(?:^|;\s*)ad_visitor=([\w-]{36})(?:;|$)/.exec(document.cookie) ?? [];
  const id = known ?? crypto.randomUUID();
  document.cookie = `${NAME}=${id}; Max-Age=${DAYS * 86_400}; ${COOKIE_SCOPE}`;
  return id;
}

export function forgetVisitor(): void {
  document.cookie = `${NAME}=; Max-Age=0; ${COOKIE_SCOPE}`;
}
