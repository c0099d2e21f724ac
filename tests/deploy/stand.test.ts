import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { databaseServer, etcdServers } from '../../deploy/stand/database.ts';
import { layoutOf } from '../../deploy/stand/layout.ts';
import { frontServers, natsServers, redisServer, siteServers, stationsServer } from '../../deploy/stand/site.ts';

// The stand runs the files of deploy/; what it does not replace in them would be an address of another machine.

const FOREIGN =
  /\b0\.0\.0\.0\b|\b10\.0\.0\.\d|\.internal\b|(?:@|\/\/|\s)(?:nats|postgres|redis|balancer|web|media)\d?:\d|\b(?:8810|8812|8090|8091|6081|6222)\b/;

it('leaves no address of another machine, nor a port of another deployment, in what it takes from deploy/', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const layout = { ...layoutOf(folder, 20_000), postgresUser: undefined };
  const servers = [
    ...etcdServers(layout),
    ...natsServers(layout),
    redisServer(layout),
    databaseServer(layout, 0),
    databaseServer(layout, 1),
    ...siteServers(layout),
    ...frontServers(layout),
    stationsServer(layout),
  ];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(cfg|yml)$/.test(name));
  expect(files).toHaveLength(4);
  const texts: [string, string][] = [
    ...servers.map(({ name, command, env = {} }): [string, string] => [
      name,
      [...command, ...Object.values(env)].join('\n'),
    ]),
    ...files.map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]),
  ];
  const foreign = texts.flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => !line.trimStart().startsWith('#') && FOREIGN.test(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(foreign).toEqual([]);
  const ports = servers.map(({ port }) => port);
  expect(new Set(ports).size).toBe(ports.length);
});
