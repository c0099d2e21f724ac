// npm run audit -- list [--who NAME] [--action orders.refund] [--subject order:12] [--from DAY] [--to DAY] [--before ID]
// npm run audit -- check [HEAD]
// Reads the audit of manual actions, and verifies its hash chain. Changes nothing.
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import { SUBJECT_KINDS, parseAuditHead } from '#domain/audit/audit.rules.ts';
import { listAudit, type AuditEvent, type AuditFilter } from '#domain/audit/audit.ts';
import { checkAudit, type AuditFault } from '#domain/audit/chain.ts';
import { readConfig } from '#server/config.ts';
import { ledgerKeyOf } from '#server/services/secret-key.ts';
import { addDaysHk, dateTimeHk, instantHk } from '#shared/hk-time.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { explain, StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';

const USAGE = `Usage:
  npm run audit -- list         list manual actions, newest first. To narrow the list:
                                --who NAME  --action orders.refund  --subject order:12  --from DAY  --to DAY  --before ID
  npm run audit -- check [HEAD] verify that no action was changed or removed; HEAD as mailed daily
Days are in Hong Kong time, such as 2026-11-21; --to includes its day.`;

const LISTED = 100;
const { parseDay, parseNumber } = argumentParsers(USAGE);

const OPTIONS = {
  who: { type: 'string' },
  action: { type: 'string' },
  subject: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  before: { type: 'string' },
} as const;

function subjectOf(text: string): NonNullable<AuditFilter['subject']> {
  const [word, id = ''] = text.split(/:(.*)/s);
  const kind = SUBJECT_KINDS.find((known) => known === word);
  if (kind === undefined || id === '')
    throw new StartError(`"${text}" is not a valid subject, such as order:12. Kinds: ${SUBJECT_KINDS.join(', ')}.`);
  return { kind, id };
}

const lineOf = ({ id, at, who, action, subjectKind, subjectId, before, after, reason }: AuditEvent): string =>
  [
    `${id}  ${dateTimeHk(at)}  ${who}  ${action}  ${subjectKind}:${subjectId}`,
    ...(before ? [JSON.stringify(before), '→'] : []),
    ...(after ? [JSON.stringify(after)] : []),
    `(${reason})`,
  ].join('  ');

function faultLine(fault: AuditFault): string {
  switch (fault.kind) {
    case 'changed':
      return `Position ${fault.position} was changed: ${lineOf(fault.event)}`;
    case 'missing':
      return `Positions ${fault.from} to ${fault.to} are missing.`;
    case 'head':
      return `The chain does not contain the given head at position ${fault.position}.`;
    case 'unchained':
      return `${fault.events} events are older than an hour and not chained: is the worker running?`;
  }
}

async function list(db: Db, values: Partial<Record<keyof typeof OPTIONS, string>>): Promise<string[]> {
  const { who, action, subject, from, to, before } = values;
  const events = await listAudit(
    db,
    {
      ...(who !== undefined && { who }),
      ...(action !== undefined && { action }),
      ...(subject !== undefined && { subject: subjectOf(subject) }),
      ...(from !== undefined && { from: instantHk(parseDay(from), 0) }),
      ...(to !== undefined && { to: instantHk(addDaysHk(parseDay(to), 1), 0) }),
      ...(before !== undefined && { beforeId: parseNumber(before) }),
    },
    LISTED,
  );
  if (events.length === 0) return ['No manual actions match.'];
  const more = events.length === LISTED ? [`More: --before ${events.at(-1)?.id}`] : [];
  return [...events.map(lineOf), ...more];
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [verb, word] = positionals;
  if (verb !== 'list' && verb !== 'check') throw new StartError(USAGE);
  const head = word === undefined ? undefined : parseAuditHead(word);
  if (verb === 'check' && head === null) throw new StartError(`"${word}" is not an audit head. ${USAGE}`);
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (verb === 'list') console.log((await list(database.db, values)).join('\n'));
    else {
      const services = { db: database.db, ledgerKey: ledgerKeyOf(config) };
      const { events, faults } = await checkAudit(services, { head: head ?? undefined, now: new Date() });
      console.log([...faults.map(faultLine), `Events read: ${events}. Faults: ${faults.length}.`].join('\n'));
      if (faults.length > 0) process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
