/** Most rows of a run: more would need a second person. */
export const MAX_BULK_ROWS = 50;

type BulkState = 'waiting' | 'running' | 'done' | 'asked' | 'failed';

/** One row of a run; its key makes a repeated request the same one. */
export interface BulkRow {
  key: string;
  label: string;
  input: object;
  state: BulkState;
  /** Why it failed. */
  fault?: string;
}

interface Outside {
  /** Runs the action for one row: whether it was done or waits for a second person. Rejects if it was refused. */
  run: (row: BulkRow) => Promise<'done' | 'asked'>;
  faultOf: (error: unknown) => string;
  /** Whether no later row can do better: no network, no session. */
  endsRun: (error: unknown) => boolean;
  onChange: (rows: readonly BulkRow[]) => void;
}

/**
 * Runs an action row by row, each in a transaction of its own, so that one that is refused stops no other. Rows that are
 * done are not run again, so that a run can be stopped, and gone on with. Returns the rows as they are at the end.
 */
export async function runBulk(
  given: readonly BulkRow[],
  signal: AbortSignal,
  { run, faultOf, endsRun, onChange }: Outside,
): Promise<readonly BulkRow[]> {
  let rows = given;
  const set = (index: number, change: Pick<BulkRow, 'state'> & { fault?: string }) => {
    rows = rows.map((row, i) => {
      const { fault: _former, ...kept } = row;
      return i === index ? { ...kept, ...change } : row;
    });
    onChange(rows);
  };
  for (const [index, row] of given.entries()) {
    if (signal.aborted) break;
    if (row.state === 'done' || row.state === 'asked') continue;
    set(index, { state: 'running' });
    try {
      set(index, { state: await run(row) });
    } catch (error) {
      const isOver = endsRun(error);
      set(index, { state: isOver ? 'waiting' : 'failed', fault: faultOf(error) });
      if (isOver) break;
    }
  }
  return rows;
}
