import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind as OtelKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { RequestSpan, SpanKind, Tracing } from '#shared/outside/tracing.ts';

export interface OtlpOptions {
  /** The collector; `/v1/traces` is added. */
  endpoint: string;
  /** Share of traces that are kept, 0 to 1. */
  ratio: number;
  /** Services of this process. */
  service: string;
  delayMs?: number;
  timeoutMs?: number;
}

/** Spans in memory, some 2 MB; more are dropped. */
const MAX_WAITING = 4_096;
const BATCH = 512;
const DELAY_MS = 5_000;
const TIMEOUT_MS = 5_000;
const STOP_MS = 1_000;
const NAME_CHARS = 120;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/;

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  door: OtelKind.INTERNAL,
  render: OtelKind.INTERNAL,
  query: OtelKind.CLIENT,
  provider: OtelKind.CLIENT,
};

interface Store {
  context: Context;
  request?: RequestSpan;
}

/** A code, as of PostgreSQL or of our own errors, or the class. Never the message, which may quote what was sent. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : error.constructor.name;
}

function endOf(span: Span) {
  return (error?: unknown): void => {
    if (error !== undefined) {
      span.setAttribute('error.type', errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
}

/** Calls back once work ended, whether it is a promise or not. */
function whenDone<T>(work: () => T, end: (error?: unknown) => void): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        end();
        return value;
      },
      (error: unknown) => {
        end(error ?? new Error('rejected'));
        throw error;
      },
    ) as T;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Spans by OTLP over HTTP. What the collector does not accept in time is counted and dropped. */
export function createOtlpTracing({
  endpoint,
  ratio,
  service,
  delayMs = DELAY_MS,
  timeoutMs = TIMEOUT_MS,
}: OtlpOptions): Tracing {
  const active = new AsyncLocalStorage<Store>();
  let waiting = 0;
  let dropped = 0;
  const otlp = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: timeoutMs,
  });
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export([...spans], (result) => {
        waiting -= spans.length;
        if (result.code !== 0) dropped += spans.length;
        done(result);
      }),
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  };
  const batches = new BatchSpanProcessor(exporter, {
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: timeoutMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'airwave', 'airwave.services': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      {
        onStart() {},
        // The batch processor silently drops what its queue cannot hold.
        onEnd(span: ReadableSpan) {
          if (waiting >= MAX_WAITING) dropped++;
          else {
            waiting++;
            batches.onEnd(span);
          }
        },
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  });
  const tracer = provider.getTracer('airwave');
  const startIn = (context: Context, name: string, kind: OtelKind, attributes: Record<string, string> = {}) =>
    tracer.startSpan(name.slice(0, NAME_CHARS), { kind, attributes }, context);

  /** A child of the active span. Null if that is not sampled: most traces are not, and cost nothing more. */
  function child(kind: SpanKind, name: string): { span: Span; store: Store } | null {
    const store = active.getStore();
    if (store === undefined || !trace.getSpan(store.context)?.isRecording()) return null;
    const span = startIn(store.context, name, KINDS[kind], { 'airwave.kind': kind });
    return { span, store };
  }

  return {
    beginRequest() {
      const span = startIn(ROOT_CONTEXT, 'request', OtelKind.SERVER, { 'airwave.kind': 'request' });
      const context = trace.setSpan(ROOT_CONTEXT, span);
      const request: RequestSpan = {
        run: (work) => active.run({ context, request }, work),
        name(method, route) {
          span.updateName(`${method} ${route}`.slice(0, NAME_CHARS));
          span.setAttributes({ 'http.request.method': method, 'http.route': route });
        },
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
      return request;
    },
    request: () => active.getStore()?.request,
    job(name, work) {
      const span = startIn(ROOT_CONTEXT, `job ${name}`, OtelKind.CONSUMER, { 'airwave.kind': 'job' });
      return active.run({ context: trace.setSpan(ROOT_CONTEXT, span) }, () => whenDone(work, endOf(span)));
    },
    continueFrom(traceparent, work) {
      const [, traceId, spanId, isSampled] = TRACEPARENT.exec(traceparent) ?? [];
      if (traceId === undefined || spanId === undefined) return work();
      const parent = { traceId, spanId, traceFlags: Number(isSampled), isRemote: true };
      return active.run({ context: trace.setSpan(ROOT_CONTEXT, startedElsewhere(parent)) }, work);
    },
    within(kind, name, work) {
      const begun = child(kind, name);
      if (begun === null) return work();
      const { span, store } = begun;
      return active.run({ ...store, context: trace.setSpan(store.context, span) }, () => whenDone(work, endOf(span)));
    },
    begin(kind, name) {
      const begun = child(kind, name);
      return begun && endOf(begun.span);
    },
    ids() {
      const store = active.getStore();
      const span = store && trace.getSpan(store.context)?.spanContext();
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
    traceparent() {
      const store = active.getStore();
      const span = store && trace.getSpan(store.context)?.spanContext();
      return span ? `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` : null;
    },
    dropped: () => dropped,
    async stop() {
      const late = new Promise<void>((done) => void setTimeout(done, STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

/** A span of another process, whose children are recorded if it is. */
function startedElsewhere(context: ReturnType<Span['spanContext']>): Span {
  const span = trace.wrapSpanContext(context);
  return Object.assign(Object.create(span) as Span, { isRecording: () => (context.traceFlags & 1) === 1 });
}
