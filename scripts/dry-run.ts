import type { Db, Tx } from '#db/database.ts';

/** Thrown to roll back a dry run. */
class DryRun extends Error {}

/** Runs a verb in one transaction, rolled back in a dry run. Returns its output in both cases. */
export async function runVerb(
  db: Db,
  isMeant: boolean,
  verb: (tx: Tx) => Promise<readonly string[]>,
): Promise<string[]> {
  const said: string[] = [];
  try {
    await db.transaction(async (tx) => {
      said.push(...(await verb(tx)));
      if (!isMeant) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    said.push('Dry run: nothing was changed. Run again with --do to apply the change.');
  }
  return said;
}
