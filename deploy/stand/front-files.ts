import { readFileSync } from 'node:fs';

// deploy/haproxy.cfg and deploy/varnish.vcl with other addresses, for the stand and for tests.

interface FrontPorts {
  /** Of the balancer, without TLS. */
  site: number;
  /** What the cache asks. */
  origin: number;
  /** What keepalived asks. */
  health: number;
  cache: number;
  /** Of the processes, and of the advertising frames of `web`. */
  servers: Record<'web' | 'ads' | 'media', readonly number[]>;
}

const ADS_PORT = '8812';

export function balancerFile({ site, origin, health, cache, servers }: FrontPorts): string {
  const listed = (name: string, ports: readonly number[]) =>
    ports.map((port, i) => `  server ${name}${i + 1} 127.0.0.1:${port}`).join('\n');
  return readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace(/ {2}bind :80\n {2}bind :443 .*\n.*redirect scheme.*\n/, `  bind 127.0.0.1:${site}\n`)
    .replaceAll('127.0.0.1:8090', `127.0.0.1:${origin}`)
    .replace('127.0.0.1:8091', `127.0.0.1:${health}`)
    .replace('127.0.0.1:6081', `127.0.0.1:${cache}`)
    .replaceAll(/ {2}server-template (web|media) \d+ \w+:(\d+)/g, (_, name: 'web' | 'media', port: string) =>
      listed(name, servers[port === ADS_PORT ? 'ads' : name]),
    )
    .replaceAll(/ resolvers names( init-addr none)?/g, '');
}

export const cacheFile = ({ origin }: Pick<FrontPorts, 'origin'>): string =>
  readFileSync('deploy/varnish.vcl', 'utf8').replaceAll('.port = "8090"', `.port = "${origin}"`);
