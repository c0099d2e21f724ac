import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LEVERS } from '#domain/settings/settings.rules.ts';
import type { FromPages, PageAnswer, PageQuestion, PageStart, ToPages } from '#server/pages/page-messages.ts';
import type { Runtime } from '#server/runtime.ts';
import type { PageRequester, Render } from '#server/web/render.ts';
import { DomainError } from '#shared/domain-error.ts';
import { FORM_LIMITS } from '#shared/limits.ts';
import { tracing } from '#shared/outside/tracing.ts';

const PROGRAM = resolve('server/pages/pages.process.ts');
/** Longer than any page takes, even if the database does not respond. */
const ANSWER_MS = 45_000;
/** Without a heartbeat for this long, the process is considered hung. It sends one every few seconds. */
const SILENT_MS = 30_000;
const STOP_MS = 5_000;
/** Restart delay for a process that never became ready; others restart at once. */
const RESTART_MS = 2_000;

type Answered = Extract<FromPages, { id: number }>;

/** The process died during the request. */
class Ended extends DomainError {
  constructor() {
    super('unavailable', 'pages cannot be rendered at the moment');
  }
}

export interface PageProcess {
  render: Render;
  /** Prometheus metrics of the page process. */
  metrics(): Promise<string>;
  /** Ends its jobs; pages are still rendered. */
  drain(): void;
  stop(): Promise<void>;
}

/** The posted body, up to the limit of forms. */
async function bodyOf({ body }: Request): Promise<PageQuestion['body']> {
  if (!body) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > FORM_LIMITS.postedBytes) break;
  }
  return new Uint8Array(Buffer.concat(parts));
}

async function requesterOf(requester: PageRequester): Promise<PageQuestion['requester']> {
  return {
    // If the database is down, the page reports it.
    actor: await requester.actor().catch(() => null),
    ip: requester.ip,
    userAgent: requester.headers['user-agent'],
  };
}

function toResponse({ status, headers, body }: PageAnswer): Response {
  return new Response(body.length > 0 ? body : null, {
    status,
    headers,
  });
}

/**
 * Starts the process that renders pages and runs jobs, so that neither delays the sound served by this process. A
 * process that dies or hangs is replaced, and a GET request is then repeated once. Rejects if the first one does not
 * start.
 */
export async function startPageProcess(
  { log, pages, members, phones, levers }: Pick<Runtime, 'log' | 'pages' | 'members' | 'phones' | 'levers'>,
  start: PageStart,
): Promise<PageProcess> {
  const waiting = new Map<number, { done: (answer: Answered) => void; fail: (error: Error) => void }>();
  let nextId = 1;
  let lastHeardMs = 0;
  let isStopping = false;
  let child: ChildProcess;
  /** Resolves once the current process is ready. */
  let atWork: Promise<void>;

  function hear(message: FromPages): void {
    lastHeardMs = performance.now();
    if ('id' in message) {
      waiting.get(message.id)?.done(message);
      waiting.delete(message.id);
    } else if ('purge' in message) {
      if (message.purge === 'all') pages.purgeAll();
      else pages.purge(message.purge);
    } else if ('session' in message) members.sessions.drop(message.session);
  }

  function launch(): void {
    const one = fork(PROGRAM, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    child = one;
    lastHeardMs = performance.now();
    one.send({ start } satisfies ToPages);
    one.on('error', (error) => log.error({ err: error }, 'page process failed'));
    let isReady = false;
    atWork = new Promise((done, fail) => {
      one.on('message', (message: FromPages) => {
        if ('ready' in message) {
          isReady = true;
          // Purges missed in between are unknown.
          pages.purgeAll();
          done();
        }
        hear(message);
      });
      one.once('exit', () => fail(new Ended()));
    });
    atWork.catch(() => {});
    one.once('exit', (code, signal) => {
      for (const { fail } of waiting.values()) fail(new Ended());
      waiting.clear();
      if (isStopping) return;
      log.error({ code, signal }, 'page process exited unexpectedly; restarting it');
      const next = delay(isReady ? 0 : RESTART_MS).then(() => {
        if (isStopping) return;
        launch();
        return atWork;
      });
      // Requests made meanwhile wait for it.
      atWork = next;
      next.catch(() => {});
    });
  }

  async function ask(question: { page: PageQuestion } | { metrics: true }): Promise<Answered> {
    await atWork;
    const id = nextId++;
    const asked = child;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answered>((done, fail) => {
        waiting.set(id, { done, fail });
        timer = setTimeout(() => {
          waiting.delete(id);
          fail(new DomainError('unavailable', 'the page was not rendered in time'));
          if (performance.now() - lastHeardMs > SILENT_MS) asked.kill('SIGKILL');
        }, ANSWER_MS);
        asked.send({ id, ...question } satisfies ToPages);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async function make(page: PageQuestion): Promise<Answered> {
    try {
      return await ask({ page });
    } catch (error) {
      // A POST may have taken effect.
      if (!(error instanceof Ended) || page.method !== 'GET' || isStopping) throw error;
      return ask({ page });
    }
  }

  launch();
  await atWork!;
  return {
    async render(request, requester) {
      const page: PageQuestion = {
        method: request.method,
        url: request.url,
        headers: [...request.headers],
        body: await bodyOf(request),
        requester: requester && (await requesterOf(requester)),
        phoneMode: phones.mode,
        pulled: LEVERS.filter((key) => levers.isPulled(key)),
        trace: tracing()?.traceparent() ?? null,
      };
      const answer = await make(page);
      if ('page' in answer) return toResponse(answer.page);
      throw new Error('fault' in answer ? answer.fault : 'unexpected message from the page process');
    },
    async metrics() {
      const answer = await ask({ metrics: true });
      return 'metrics' in answer ? answer.metrics : '';
    },
    drain() {
      if (child.connected) child.send({ drain: true } satisfies ToPages);
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      // The process ends when its channel is closed.
      child.disconnect();
      await ended;
      clearTimeout(late);
    },
  };
}
