import { startJobs } from '#server/jobs.ts';
import { createLog } from '#server/operations/log.ts';
import type { FromPages, PageAnswer, PageQuestion, PageStart, ToPages } from '#server/pages/page-messages.ts';
import { startTracing } from '#server/operations/start-tracing.ts';
import { readConfig } from '#server/config.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { createRenderer, type PageRequester, type Render } from '#server/web/render.ts';
import { tokenOf } from '#server/web/session.ts';
import { seeSession } from '#domain/auth/auth.ts';
import { tracing } from '#shared/outside/tracing.ts';

const BEAT_MS = 5_000;
/** Deadline for stopping: by then nobody waits for an answer. */
const STOP_MS = 4_000;

const tell = (message: FromPages) => process.connected && process.send?.(message);

/** State for rendering pages in this process. */
interface Maker {
  runtime: Runtime;
  render: Render;
}

async function answerOf({ runtime, render }: Maker, question: PageQuestion): Promise<PageAnswer> {
  const { method, url, body, requester: sent } = question;
  const headers = new Headers(question.headers);
  runtime.phones.mode = question.phoneMode;
  runtime.levers.follow(question.pulled);
  const requester: PageRequester | null = sent && {
    ip: sent.ip,
    headers: { 'user-agent': sent.userAgent },
    actor: async () =>
      sent.actor ?? (await seeSession(runtime.members, tokenOf(headers.get('cookie')), runtime.clock())).actor,
  };
  const work = () => render(new Request(url, { method, headers, body }), requester);
  const traces = tracing();
  const response = await (traces && question.trace !== null ? traces.continueFrom(question.trace, work) : work());
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

async function begin({ env, databaseUrl, jobs }: PageStart) {
  const config = readConfig(env);
  await startTracing(config, ['pages', ...jobs]);
  const log = createLog(config.LOG_LEVEL).child({ process: 'pages' });
  const runtime = createRuntime(config, new Set(jobs), { databaseUrl, log });
  const { sessions } = runtime.members;
  const drop = sessions.drop.bind(sessions);
  // Sent before the response that ended the session, so that the next request with it is unauthenticated.
  sessions.drop = (session) => {
    drop(session);
    tell({ session });
  };
  const watch = await watchWhatPagesShow(runtime, {
    purge: (tags) => tell({ purge: tags }),
    purgeAll: () => tell({ purge: 'all' }),
  });
  const running = jobs.length > 0 ? await startJobs(runtime) : undefined;
  let jobsEnded: Promise<void> | undefined;
  /** Ends jobs; pages are still rendered. */
  const drain = () => {
    runtime.draining = true;
    return (jobsEnded ??= running?.stop() ?? Promise.resolve());
  };
  return {
    runtime,
    render: await createRenderer(runtime),
    drain,
    async stop() {
      await Promise.all([watch.stop(), drain()]);
      await runtime.sharedCounts?.stop();
      await runtime.database.close();
      await tracing()?.stop();
    },
  };
}

/** Renders pages for the parent process and ends with it. */
export function answerPages(): void {
  let begun: ReturnType<typeof begin> | undefined;
  const end = (code: number) => {
    setTimeout(() => process.exit(code), STOP_MS).unref();
    void Promise.resolve(begun)
      .then((maker) => maker?.stop())
      .finally(() => process.exit(code));
  };
  // Ctrl-C reaches every process of a terminal; the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.once('disconnect', () => end(0));
  setInterval(() => tell({ beat: true }), BEAT_MS).unref();
  process.on('message', (message: ToPages) => {
    if ('start' in message) {
      begun = begin(message.start);
      begun.then(
        () => tell({ ready: true }),
        (error: unknown) => {
          // Stopped during start-up, together with the database: not an error.
          if (process.connected) console.error(error);
          process.exit(1);
        },
      );
      return;
    }
    if ('drain' in message) {
      void begun?.then((maker) => maker.drain()).catch(() => {});
      return;
    }
    const { id } = message;
    const answer = async (): Promise<FromPages> => {
      const maker = await begun!;
      if ('page' in message) return { id, page: await answerOf(maker, message.page) };
      return { id, metrics: await maker.runtime.metrics.text() };
    };
    answer().then(tell, (error: unknown) => {
      void begun?.then(({ runtime }) => runtime.log.error({ err: error }, 'could not render a page'));
      tell({ id, fault: error instanceof Error ? error.message : String(error) });
    });
  });
}
