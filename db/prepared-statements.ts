import { sql, type SQL } from 'drizzle-orm';
import type pg from 'pg';
import { traceable, type Query } from '#db/traced-query.ts';
import { FollowingClient, SILENT_MS, type FollowingConfig, type Internals } from '#db/following.ts';

/** Uses on one connection after which a statement is prepared, so that the server parses and plans it once. */
const PREPARED_AFTER = 5;
/** Limit, since each prepared statement keeps its plan in the server's memory. */
const MAX_PREPARED = 200;
/** Texts whose uses are counted. When exceeded, all counts are reset. */
const MAX_COUNTED = 2_000;

const MARK = '/* planned for its values */';

/**
 * A condition for queries whose best plan depends on their values, such as lists with a filter for a rare state. Connections use one plan
 * for all values (`plan_cache_mode`), which reads a million rows for a value that few have; a query with this is planned for its own, and
 * never prepared.
 */
export const plannedForValues: SQL = sql`true /* planned for its values */`;

/** Decides which texts are worth preparing. Returns the statement name, which is stable for a text. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    if (text.includes(MARK)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (used < PREPARED_AFTER) {
      if (uses.size >= MAX_COUNTED) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const name = `airwave_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** A query of the query builder: a text with parameters and no name. */
const isBuilt = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && (asked as { name?: unknown }).name === undefined;

/** Runs a query with a plan for its values. One at a time, as the driver wants it. */
async function planForValues(query: Query, asked: unknown, values: unknown): Promise<unknown> {
  await query('set plan_cache_mode = force_custom_plan');
  try {
    return await query(asked, values);
  } finally {
    // In an aborted transaction its end resets it.
    await Promise.resolve(query('set plan_cache_mode = force_generic_plan')).catch(() => undefined);
  }
}

/**
 * A connection that closes when a query gets no answer within `query_timeout` ms: the driver would otherwise queue later
 * queries of the next user of the connection behind it. The driver's own timer, one a query, keeps each result alive
 * until the old objects are collected; the socket's is one a connection. Leaves nothing behind on the server, so that a
 * pooler may give each transaction another connection of its own.
 */
class TimedClient extends FollowingClient {
  constructor({ query_timeout: timeoutMs = 0, ...config }: FollowingConfig = {}) {
    super(config);
    const internals = this as unknown as Internals;
    // Once connected, as TLS has its own socket.
    this.once('connect', () => {
      const { stream } = internals.connection;
      const { primary } = this;
      /** One of several servers may vanish silently while another is already the primary. */
      const lookEachMs = primary === undefined ? timeoutMs : SILENT_MS;
      let looks = 0;
      let read = 0;
      stream.setTimeout(lookEachMs, () => {
        if (internals.readyForQuery) return;
        looks = stream.bytesRead === read ? looks + 1 : 1;
        read = stream.bytesRead;
        if (timeoutMs > 0 && looks * lookEachMs >= timeoutMs)
          return void stream.destroy(new Error('Query read timeout'));
        primary?.doubt();
        stream.setTimeout(lookEachMs);
      });
    });
  }
}

/** A connection that prepares nothing. */
export class PlainClient extends TimedClient {
  // Covers the overloads of the driver's method.
  override query = ((asked, values, done) =>
    traceable(super.query.bind(this) as Query)(asked, values, done)) as Query as pg.Client['query'];
}

/** A connection that also prepares frequent queries. */
export class PreparingClient extends TimedClient {
  readonly #statementName = createStatementNames();

  // Covers the twelve overloads of the driver's method; anything but a built query passes through unchanged.
  override query = ((asked, values, done) => {
    const query = traceable(super.query.bind(this) as Query);
    if (!isBuilt(asked) || !Array.isArray(values) || values.length === 0) return query(asked, values, done);
    if (asked.text.includes(MARK)) {
      const result = planForValues(query, asked, values);
      if (typeof done !== 'function') return result;
      const tell = done as (error: unknown, result?: unknown) => void;
      result.then(
        (rows) => tell(null, rows),
        (error: unknown) => tell(error),
      );
      return undefined;
    }
    const name = this.#statementName(asked.text);
    return query(name === undefined ? asked : { ...asked, name }, values, done);
  }) as Query as pg.Client['query'];
}
