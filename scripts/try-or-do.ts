import type { Db, Tx } from '#db/database.ts';

/** Thrown to take back what was only tried. */
class DryRun extends Error {}

/** Does a verb in one transaction, which is taken back where it is not meant: what it would say is told all the same. */
export async function tryOrDo(
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
    said.push('Nothing was changed: this was a try. Say --do to do it.');
  }
  return said;
}
