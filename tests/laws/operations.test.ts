import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { files, read } from './source.ts';

const RULES = 'deploy/prometheus/rules.yml';
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

it('has alert rules that ask for metrics we export, and name a heading of the runbooks', () => {
  const rules = read(RULES);
  const code = files(/^server\/.*metrics\.ts$/)
    .map(read)
    .join('\n');
  const exprs = [...rules.matchAll(/expr: (.+)/g)].map(([, expr = '']) => expr);
  const asked = exprs.flatMap((expr) => expr.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []);
  expect(exprs.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  const headings = [...read('docs/operations/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  const named = [...rules.matchAll(/runbook: docs\/operations\/runbooks\.md#(.+)/g)].map(([, heading]) => heading);
  expect(named).toHaveLength(exprs.length);
  expect(named.filter((heading) => !headings.includes(heading!))).toEqual([]);
});

it('has alert rules that Prometheus reads', ({ skip }) => {
  if (!has('promtool')) skip('promtool is not installed (Debian: prometheus)');
  expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toMatch(/SUCCESS: \d+ rules found/);
});

it('asks media processes whether they can serve sound, in a configuration that HAProxy reads', ({ skip }) => {
  const config = read('docs/operations/haproxy.cfg');
  for (const name of ['media', 'ingest'])
    expect(config.split(`\nbackend ${name}\n`)[1]?.split('\nbackend ')[0], name).toContain('uri /readyz/media');
  if (!has('haproxy')) skip('haproxy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  // Its certificate is specific to the machine.
  writeFileSync(join(folder, 'haproxy.cfg'), config.replace(/ ssl crt \S+ alpn \S+/, ''));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});
