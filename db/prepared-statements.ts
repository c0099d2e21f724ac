import type { Socket } from 'node:net';
import pg from 'pg';

/** What one connection was asked so often is prepared there: the server reads and plans it once. */
const PREPARED_AFTER = 5;
/** No more than this, since each keeps its plan in the server's memory. */
const PREPARED_AT_MOST = 200;
/** Texts whose uses are counted; one more, and all of them are counted anew. */
const COUNTED_AT_MOST = 2_000;

/** Says which texts are worth preparing, and under what name: the same for a text ever after. */
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

/** What the query builder asks: a text with parameters, and no name. */
const isBuilt = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && (asked as { name?: unknown }).name === undefined;

/**
 * A connection that prepares what the query builder asks it time and again, and that ends when a question got no answer
 * in time: the driver would leave the next ones, of whoever gets the connection next, to wait behind it.
 */
export class PreparingClient extends pg.Client {
  readonly #nameOf = createStatementNames();

  #endIfUnanswered(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout')
      (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  // The driver's twelve forms of this method are one; whatever is no such question goes through as it came.
  override query = ((asked, values, done) => {
    const query: Query = super.query.bind(this);
    const answer = ((): unknown => {
      if (!isBuilt(asked) || !Array.isArray(values) || values.length === 0) return query(asked, values, done);
      const name = this.#nameOf(asked.text);
      return query(name === undefined ? asked : { ...asked, name }, values, done);
    })();
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#endIfUnanswered(error));
    return answer;
  }) as Query as pg.Client['query'];
}
