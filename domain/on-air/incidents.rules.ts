// When an incident opens, as docs/operations/runbooks.md has it.

/** Kinds of incidents and the heading of the runbook for each. */
export const RUNBOOK_OF = {
  'edge-old': 'A silent encoder',
  'encoder-lost': 'A silent encoder',
  silence: 'Silence on air',
  'jobs-waiting': 'Jobs that wait',
  'jobs-failing': 'Jobs that wait',
  'database-slow': 'A dead database',
  'provider-failing': 'A provider that fails',
  'reports-unplaced': 'Reports that are not kept',
  'clock-off': 'A machine whose clock is wrong',
} as const;
export type IncidentKind = keyof typeof RUNBOOK_OF;

export interface Condition {
  kind: IncidentKind;
  /** Channel, encoder, task, provider or process; empty for the station. */
  subject: string;
  figures: Record<string, number>;
}

/** What is known of the station. Ages are in seconds; null: never. */
export interface StationState {
  channels: { channel: number; edgeAge: number | null; silentFor: number }[];
  encoders: { name: string; isActive: boolean; heardAge: number | null }[];
  jobs: { oldestDueSeconds: number; failing: { task: string; isGivenUp: boolean; jobs: number }[] };
  databaseMs: number;
  /** Outcomes of the last hour. */
  providers: { name: string; failed: number; succeeded: number }[];
  unplacedReports: number;
  /** How far clocks of processes are ahead of the database's, if reported. */
  clocks: { process: string; aheadMs: number }[];
}

const EDGE_SECONDS = 30;
const LOST_SECONDS = 60;
const SILENT_SECONDS = 20;
const DUE_SECONDS = 300;
const DATABASE_MS = 1_000;
/** This many failed attempts, and more than half of all. */
const FAILED_ATTEMPTS = 3;

/** Everything that is wrong. */
export function findConditions({
  channels,
  encoders,
  jobs,
  databaseMs,
  providers,
  unplacedReports,
  clocks,
}: StationState) {
  const found: Condition[] = [];
  const add = (kind: IncidentKind, subject: string | number, figures: Record<string, number>) =>
    found.push({
      kind,
      subject: String(subject),
      figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)])),
    });
  for (const { channel, edgeAge, silentFor } of channels) {
    if (edgeAge !== null && edgeAge > EDGE_SECONDS) add('edge-old', channel, { seconds: edgeAge });
    if (silentFor >= SILENT_SECONDS) add('silence', channel, { seconds: silentFor });
  }
  for (const { name, isActive, heardAge } of encoders)
    if (isActive && heardAge !== null && heardAge > LOST_SECONDS) add('encoder-lost', name, { seconds: heardAge });
  if (jobs.oldestDueSeconds > DUE_SECONDS) add('jobs-waiting', '', { seconds: jobs.oldestDueSeconds });
  for (const { task, isGivenUp, jobs: count } of jobs.failing)
    if (isGivenUp) add('jobs-failing', task, { jobs: count });
  if (databaseMs > DATABASE_MS) add('database-slow', '', { milliseconds: databaseMs });
  for (const { name, failed, succeeded } of providers)
    if (failed >= FAILED_ATTEMPTS && failed > succeeded) add('provider-failing', name, { failed, succeeded });
  if (unplacedReports > 0) add('reports-unplaced', '', { reports: unplacedReports });
  for (const { process, aheadMs } of clocks)
    add('clock-off', process, aheadMs > 0 ? { milliseconds_fast: aheadMs } : { milliseconds_slow: -aheadMs });
  return found;
}
