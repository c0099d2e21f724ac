import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read } from './source.ts';

const RULES = 'deploy/prometheus/rules.yml';
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

it('names in each alert a heading of the operations pages that says what to do', () => {
  const rules = read(RULES);
  const alerts = [...rules.matchAll(/alert: (.+)/g)];
  const runbooks = [...rules.matchAll(/runbook: (docs\/operations\/[a-z-]+\.md)#(.+)/g)];
  expect(alerts.length).toBeGreaterThan(5);
  expect(runbooks).toHaveLength(alerts.length);
  const headingsOf = (page: string) =>
    [...read(page).matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
  expect(runbooks.filter(([, page = '', heading = '']) => !headingsOf(page).includes(heading))).toEqual([]);
});

it('has alert rules that Prometheus reads', ({ skip }) => {
  if (!has('promtool')) skip('promtool is not installed (Debian: prometheus)');
  expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toMatch(/SUCCESS: \d+ rules found/);
});

it('fires each alert by the figures that it is for, and none on a day on which all is well', ({ skip }) => {
  const cases = read('deploy/prometheus/rules.test.yml');
  const names = [...read(RULES).matchAll(/alert: (.+)/g)].map(([, name]) => name);
  expect(names.filter((name) => cases.split(`alertname: ${name}\n`).length !== 2)).toEqual([]);
  expect(names.filter((name) => !cases.includes(`alertname: ${name}, exp_alerts: []`))).toEqual([]);
  if (!has('promtool')) skip('promtool is not installed (Debian: prometheus)');
  const { status, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/rules.test.yml'], {
    encoding: 'utf8',
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});

it('asks media processes whether they can serve sound, in a configuration that HAProxy reads', ({ skip }) => {
  const config = read('deploy/haproxy.cfg');
  for (const name of ['media', 'ingest'])
    expect(config.split(`\nbackend ${name}\n`)[1]?.split('\nbackend ')[0], name).toContain(
      `uri /readyz/${name}?draining=404`,
    );
  if (!has('haproxy')) skip('haproxy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  // Its certificate is specific to the machine.
  writeFileSync(join(folder, 'haproxy.cfg'), config.replace(/ ssl crt \S+ alpn \S+/, ''));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});
