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
    ['reports_kept_total', 'Tracking reports stored durably', ({ kept }) => kept],
    ['report_copies_total', 'Batches of tracking reports written, one commit each', ({ copies }) => copies],
    [
      'report_copy_seconds_total',
      'Total time spent writing batches of tracking reports',
      ({ copySeconds }) => copySeconds,
    ],
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
    help: 'Rejected calls with tracking reports, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, calls] of Object.entries(read.reports()?.refused ?? {})) this.inc({ reason }, calls);
    },
  });
  new Gauge({
    name: 'reports_waiting_bytes',
    help: 'Size of the tracking reports in memory that wait to be written',
    registers,
    collect() {
      this.set(read.reports()?.waitingChars ?? 0);
    },
  });
  new Gauge({
    name: 'reports_unplaced',
    help: 'Tracking reports in the default partition because their day has none; counted up to 1000',
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
