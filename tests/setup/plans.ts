import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { asDb, tables, type Tx } from '#db/database.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Generic plans, as in production, of every query that `ask` runs. */
export async function plansOf(pool: pg.Pool, ask: (tx: Tx) => Promise<unknown>): Promise<PlanNode[][]> {
  const queries: string[] = [];
  const logQuery = (query: string) => {
    if (!/^(begin|commit|rollback|savepoint|release)/.test(query)) queries.push(query);
  };
  const db = asDb(drizzle(pool, { schema: tables, logger: { logQuery } }));
  await db.transaction(ask);
  if (queries.length === 0) throw new Error('nothing was asked of the database');
  return Promise.all(
    queries.map(async (query) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, format json) ${query}`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return plan ? nodesOf(plan) : [];
    }),
  );
}

/** Names of tables with a sequential scan in some plan. */
export const scannedTables = (plans: readonly PlanNode[][]): string[] => [
  ...new Set(
    plans
      .flat()
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? ''),
  ),
];
