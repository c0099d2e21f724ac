import { Counter, Gauge, type Registry } from 'prom-client';

/** Report statistics since the process started. */
export interface ReportFigures {
  kept: number;
  /** By reason: malformed, sender over its limit, overload, or database down. */
  refused: Readonly<Record<string, number>>;
  waitingChars: number;
  copies: number;
  copySeconds: number;
}

/**
 * Report metrics: received, refused, time until a batch is durable, and those in the default partition.
 */
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
      // Other metrics report that the database is down.
      await read.unplacedReports().then(
        (reports) => this.set(reports),
        () => this.remove(),
      );
    },
  });
}
