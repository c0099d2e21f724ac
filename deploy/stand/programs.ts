import { spawnSync } from 'node:child_process';

/** What the stand runs, and the package of Debian 12 that has it. */
const PROGRAMS: readonly [program: string, debian: string][] = [
  ['haproxy', 'haproxy'],
  ['varnishd', 'varnish'],
  // Varnish compiles its configuration.
  ['gcc', 'gcc'],
  ['nats-server', 'nats-server'],
  ['redis-server', 'redis-server'],
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['psql', 'postgresql-client-15'],
  ['patroni', 'patroni'],
  ['etcd', 'etcd-server'],
  ['memcached', 'memcached'],
  ['swift-proxy-server', 'swift-proxy'],
  ['swift-account-server', 'swift-account'],
  ['swift-container-server', 'swift-container'],
  ['swift-object-server', 'swift-object'],
  ['swift-ring-builder', 'swift'],
];

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Packages that this machine lacks. */
export const missingPackages = (): string[] =>
  PROGRAMS.filter(([program]) => !isThere(program)).map(([, debian]) => debian);
