import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { metricsOf } from '#tests/factories/server/metrics.ts';

// Alerts and dashboards that query a metric we do not export fail silently: Prometheus returns no data.

/** Names that a query may use besides those that we export: Prometheus makes them. */
const OF_PROMETHEUS = ['up'];
const FUNCTIONS =
  /^(sum|max|min|rate|increase|abs|absent|histogram_quantile|min_over_time|by|on|unless|and|or|offset)$/;

/** Every name of our metrics, also of those without a sample now. */
async function exported(): Promise<Set<string>> {
  const text = await metricsOf().text();
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const namesIn = (query: string): string[] =>
  [
    ...query
      .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, '')
      .replaceAll(/\b(by|on)\s*\([^)]*\)/g, '')
      .matchAll(/\b[a-z_]\w*/g),
  ]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.test(name) && !/^[smhd]$/.test(name));

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const alerts = (parse(readFileSync('deploy/prometheus/rules.yml', 'utf8')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const dashboards = globSync('deploy/grafana/*.json').map((file) => JSON.parse(readFileSync(file, 'utf8')) as Dashboard);

it('asks in alerts and dashboards for metrics that are exported', async () => {
  const known = await exported();
  const unknown = (of: string, query: string) =>
    namesIn(query).flatMap((name) => (known.has(name) || OF_PROMETHEUS.includes(name) ? [] : [`${of}: ${name}`]));
  expect(alerts.flatMap(({ alert, expr }) => unknown(alert, expr))).toEqual([]);
  const panels = dashboards.flatMap(({ panels: all }) => all);
  expect(panels.length).toBeGreaterThan(20);
  expect(panels.flatMap(({ title, targets }) => targets.flatMap(({ expr }) => unknown(title, expr)))).toEqual([]);
});

it('has an alert for each metric for which the operations pages page somebody', async () => {
  const known = await exported();
  const rows = ['runbooks', 'members', 'money'].flatMap((page) => {
    const [, table = ''] = /\| metric[^\n]*page on-call when[^\n]*\n\|[-|]+\n((?:\|.*\n)+)/.exec(
      readFileSync(`docs/operations/${page}.md`, 'utf8'),
    )!;
    return table.trimEnd().split('\n');
  });
  expect(rows.length).toBeGreaterThan(25);
  const alerted = new Set(alerts.flatMap(({ expr }) => namesIn(expr)));
  const missing = rows.filter((row) => {
    const [, metrics = '', when = ''] = row.split(/(?<!\\)\|/);
    const named = [...metrics.matchAll(/`(\w+)/g)].map(([, name = '']) => name).filter((name) => known.has(name));
    return when.trim() !== '' && named.length > 0 && !named.some((name) => alerted.has(name));
  });
  expect(missing).toEqual([]);
});
