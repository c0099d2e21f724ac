import type { Socket } from 'node:net';
import pg from 'pg';

/** Uses on one connection after which a statement is prepared, so that the server parses and plans it once. */
const PREPARED_AFTER = 5;
/** Limit, since each prepared statement keeps its plan in the server's memory. */
const PREPARED_AT_MOST = 200;
/** Texts whose uses are counted. When exceeded, all counts are reset. */
const COUNTED_AT_MOST = 2_000;

/** Decides which texts are worth preparing. Returns the statement name, which is stable for a text. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= PREPARED_AT_MOST) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (used < PREPARED_AFTER) {
      if (uses.size >= COUNTED_AT_MOST) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const name = `airwave_${names.size}`;
    names.set(text, name);
    return name;
  };
}

type Query = (asked: unknown, values?: unknown, done?: unknown) => unknown;

/** A query of the query builder: a text with parameters and no name. */
const isBuilt = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && (asked as { name?: unknown }).name === undefined;

/**
 * A connection that prepares frequent queries, and that closes when a query times out: the driver would otherwise queue
 * later queries of the next user of the connection behind it.
 */
export class PreparingClient extends pg.Client {
  readonly #statementName = createStatementNames();

  #endIfUnanswered(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout')
      (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  // Covers the twelve overloads of the driver's method; anything but a built query passes through unchanged.
  override query = ((asked, values, done) => {
    const query: Query = super.query.bind(this);
    const answer = ((): unknown => {
      if (!isBuilt(asked) || !Array.isArray(values) || values.length === 0) return query(asked, values, done);
      const name = this.#statementName(asked.text);
      return query(name === undefined ? asked : { ...asked, name }, values, done);
    })();
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#endIfUnanswered(error));
    return answer;
  }) as Query as pg.Client['query'];
}
