import { Counter, Gauge, type Registry } from 'prom-client';

/** What became of reports since the process began. */
export interface ReportFigures {
  kept: number;
  /** By why: what was wrong, too much of one sender, too much at once, or a database that was away. */
  refused: Readonly<Record<string, number>>;
  waitingChars: number;
  copies: number;
  copySeconds: number;
}

/** Reports (issue of tracking): how many came, what was refused, how long a group takes to be durable, and what no day took. */
export function addReportMetrics(
  registry: Registry,
  read: { reports(): ReportFigures | null; unplacedReports(): Promise<number> },
): void {
  const registers = [registry];
  const totals: [name: string, help: string, value: (of: ReportFigures) => number][] = [
    ['reports_kept_total', 'Reports of visitors that are durable', ({ kept }) => kept],
    ['report_copies_total', 'Groups of reports that were written, each with one commit', ({ copies }) => copies],
    ['report_copy_seconds_total', 'How long they took together', ({ copySeconds }) => copySeconds],
  ];
  for (const [name, help, value] of totals)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        const figures = read.reports();
        if (figures !== null) this.inc(value(figures));
      },
    });
  new Counter({
    name: 'reports_refused_total',
    help: 'Calls of reports that were refused, by why',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, calls] of Object.entries(read.reports()?.refused ?? {})) this.inc({ reason }, calls);
    },
  });
  new Gauge({
    name: 'reports_waiting_bytes',
    help: 'What waits in memory to be written',
    registers,
    collect() {
      this.set(read.reports()?.waitingChars ?? 0);
    },
  });
  new Gauge({
    name: 'reports_unplaced',
    help: 'Reports in the rest of the table, as their day has no partition; counted to 1,000',
    registers,
    async collect() {
      if (read.reports() === null) return this.remove();
      // A database that is away says so elsewhere.
      await read.unplacedReports().then(
        (reports) => this.set(reports),
        () => this.remove(),
      );
    },
  });
}
