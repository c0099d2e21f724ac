// npm run storage -- copy|verify|switch s3://BUCKET --who NAME --why REASON: moves the bytes of DATA_DIR into a bucket while the
// station is on the air. Each step is audited. Nothing on the disk is changed or removed.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import { auditOf, recordAudit, type AuditEvent, type Hand, type Subject } from '#domain/audit/audit.ts';
import { readConfig, type Config } from '#server/config.ts';
import { copyToBucket, verifyBucket } from '#server/services/storage-move.ts';
import { bucketOf } from '#server/services/storage.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { explain, StartError } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

const USAGE = `Usage, each with --who NAME --why REASON, and AWS_* of the bucket:
  npm run storage -- copy s3://BUCKET/PREFIX     copy what the bucket does not have; may be interrupted and repeated
  npm run storage -- verify s3://BUCKET/PREFIX   read all that was copied in both places and compare
  npm run storage -- switch s3://BUCKET/PREFIX   say what to set, once the last copy is verified
See docs/operations/storage.md.`;

const SHOWN = 20;

type Figures = Partial<Record<'from' | 'files' | 'bytes' | 'differing', number>>;

/** When the last copy began, and whether it was verified since. */
function stateOf(events: readonly AuditEvent[]): { copiedAt: Date | null; isVerified: boolean } {
  const copied = events.findLastIndex(({ action }) => action === 'storage.copy');
  const from = copied < 0 ? undefined : events[copied]?.after?.['from'];
  const checks = events.slice(copied + 1).filter(({ action }) => action === 'storage.verify');
  return {
    copiedAt: typeof from === 'number' ? new Date(from * 1_000) : null,
    isVerified: copied >= 0 && checks.at(-1)?.after?.['differing'] === 0,
  };
}

async function run(
  verb: string | undefined,
  { db, hand, config, signal }: { db: Db; hand: Hand; config: Config; signal: AbortSignal | undefined },
): Promise<string> {
  const target = config.STORAGE;
  const bucket = bucketOf(config);
  if (bucket === null) throw new StartError(USAGE);
  await bucket.check();
  const dataDir = resolve(config.DATA_DIR);
  const subject: Subject = ['storage', target];
  const note = (action: 'storage.copy' | 'storage.verify' | 'storage.switch', after: Figures) =>
    db.transaction((tx) => recordAudit(tx, hand, { action, subject, after }, new Date()));
  const { copiedAt, isVerified } = stateOf(await auditOf(db, subject));
  switch (verb) {
    case 'copy': {
      // To the millisecond: files stored in the same second may be newer.
      const from = Date.now() / 1_000;
      const { files, bytes, known } = await copyToBucket(dataDir, bucket, signal);
      await note('storage.copy', { from, files, bytes });
      return `Copied ${files} files of ${bytes} bytes to ${target}; ${known} were there.`;
    }
    case 'verify': {
      if (copiedAt === null) throw new StartError(`Nothing was copied to ${target}; run copy first.`);
      const { files, bytes, differing, newer } = await verifyBucket(dataDir, bucket, {
        copiedAt,
        ...(signal && { signal }),
      });
      await note('storage.verify', { files, bytes, differing: differing.length });
      const said = `Compared ${files} files of ${bytes} bytes; ${newer} are newer than the last copy.`;
      if (differing.length === 0) return `${said} All are equal.`;
      throw new StartError(
        `${said} ${differing.length} are missing or differ, such as:\n${differing.slice(0, SHOWN).join('\n')}\nRemove the different ones from the bucket and run copy again.`,
      );
    }
    case 'switch':
      if (!isVerified)
        throw new StartError(`The last copy to ${target} is not verified; run copy, then verify until it passes.`);
      await note('storage.switch', {});
      return [
        `Set STORAGE=${target} and AWS_* for every process, and restart them.`,
        'Keep DATA_DIR: what was stored since the last copy is read from it. Then run copy and verify once more.',
      ].join('\n');
    case undefined:
    default:
      throw new StartError(USAGE);
  }
}

/** Runs a verb and returns what is printed. */
export async function moveStorage(
  args: string[],
  env: Record<string, string | undefined>,
  signal?: AbortSignal,
): Promise<string> {
  const { values: hand, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { who: { type: 'string', default: '' }, why: { type: 'string', default: '' } },
  });
  const [verb, target = ''] = positionals;
  if (!hand.who.trim() || !hand.why.trim() || !target.startsWith('s3://')) throw new StartError(USAGE);
  const config = readConfig({ ...env, STORAGE: target.replace(/\/$/, '') });
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    return await run(verb, { db: database.db, hand, config, signal });
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  const signal = untilSignal();
  try {
    console.log(await moveStorage(process.argv.slice(2), process.env, signal));
  } catch (error) {
    console.error(explain(signal.aborted ? signal.reason : error));
    process.exit(1);
  }
}
