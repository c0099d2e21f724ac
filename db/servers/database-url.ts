export interface DatabaseServer {
  host: string;
  port: number;
  /** The URL with this server alone. */
  url: string;
}

export interface DatabaseUrl {
  servers: DatabaseServer[];
  /** Role name. */
  user: string;
  /** Whether connections must find out which server accepts writes. */
  isFollowed: boolean;
}

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^@/?#]*)([^?#]*)(?:\?([^#]*))?$/i;
const SERVER = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/i;
const FOLLOWED = new Set(['read-write', 'primary']);

/**
 * Reads a URL as libpq does, several servers included: `postgres://user:password@db1:5432,db2/airwave`. Null: malformed, or
 * a `target_session_attrs` that cannot be served.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [, scheme = '', login, hosts, path = '', query = ''] = PARTS.exec(text) ?? [];
  if (hosts === undefined) return null;
  const parameters = query.split('&').filter(Boolean);
  const target = parameters.find((each) => each.startsWith('target_session_attrs='))?.split('=')[1];
  if (target !== undefined && !FOLLOWED.has(target)) return null;
  const others = parameters.filter((each) => !each.startsWith('target_session_attrs='));
  const rest = `${path}${others.length > 0 ? `?${others.join('&')}` : ''}`;
  const servers: DatabaseServer[] = [];
  for (const name of hosts.split(',')) {
    const [found, ipv6, host, port] = SERVER.exec(name) ?? [];
    if (found === undefined) return null;
    const url = `${scheme}${login === undefined ? '' : `${login}@`}${name}${rest}`;
    servers.push({ host: ipv6 ?? host ?? '', port: Number(port ?? 5432), url });
  }
  const isFollowed = servers.length > 1 || target !== undefined;
  // Only a single server may be left to the driver's defaults, such as a socket.
  if (isFollowed && servers.some(({ host }) => host === '')) return null;
  try {
    return { servers, user: decodeURIComponent(login?.split(':')[0] ?? ''), isFollowed };
  } catch {
    return null;
  }
}
