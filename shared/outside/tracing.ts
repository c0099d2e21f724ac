/** What a span inside a request or job describes. */
export type SpanKind = 'door' | 'render' | 'query' | 'provider';

/** Ends a span. Of an error only its code or class is recorded. */
type EndSpan = (error?: unknown) => void;

/** The span of a request, which learns its route and status after it began. */
export interface RequestSpan {
  run<T>(work: () => T): T;
  /** By the pattern of the route, never by the path. */
  name(method: string, route: string): void;
  end(status: number): void;
}

/**
 * Spans of requests, jobs and what they call. Names are fixed texts of the program: patterns, tables, operations. There
 * is no way to add an attribute, so nothing of a visitor can be.
 */
export interface Tracing {
  beginRequest(): RequestSpan;
  /** The request under way. */
  request(): RequestSpan | undefined;
  job<T>(name: string, work: () => T): T;
  /** Continues a span of another process of ours. */
  continueFrom<T>(traceparent: string, work: () => T): T;
  within<T>(kind: SpanKind, name: string, work: () => T): T;
  /** A span without children. Null: the trace is not sampled, or there is none. */
  begin(kind: SpanKind, name: string): EndSpan | null;
  /** For a log line, also if the trace is not sampled. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Sent to processes of ours only. */
  traceparent(): string | null;
  /** Spans that were lost since the start. */
  dropped(): number;
  /** Sends waiting spans, briefly. */
  stop(): Promise<void>;
}

// One a process, as a query does not know the request that made it. Null unless an endpoint is set.
let current: Tracing | null = null;

export const tracing = (): Tracing | null => current;

export function setTracing(next: Tracing | null): void {
  current = next;
}

/** Runs work in a span, where the process traces. */
export const traced = <T>(kind: SpanKind, name: string, work: () => T): T =>
  current === null ? work() : current.within(kind, name, work);
