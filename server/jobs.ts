import { setTimeout as delay } from 'node:timers/promises';
import { Logger as JobLogger, parseCronItems, type RunnerOptions, type Task } from 'graphile-worker';
import { runJobs } from '#db/job-runner.ts';
import { freeOldLocks, releaseJobs, workerPreset } from '#db/outbox.ts';
import { mediaCron, mediaTasks } from '#domain/media/media.jobs.ts';
import { queueRebuildIfStale, searchCron, searchTasks } from '#domain/search/search.jobs.ts';
import { advertisingTasks } from '#domain/advertising/advertising.jobs.ts';
import { classicImportCron, classicImportTasks } from '#domain/archive/importing/classic-imports.jobs.ts';
import { archiveCron, archiveTasks } from '#domain/archive/archive.jobs.ts';
import { spreadRecentChanges } from '#domain/articles/article-edit.ts';
import { articleCron, articleTasks } from '#domain/articles/articles.jobs.ts';
import { filmMakingCron, filmMakingTasks } from '#domain/film-making/film-making.jobs.ts';
import { formMailSent } from '#domain/contact/contact.ts';
import { contactCron, contactTasks } from '#domain/contact/contact.jobs.ts';
import { answerMailSent } from '#domain/contact/letters.ts';
import { deadLinkCron, deadLinkTasks } from '#domain/dead-links/dead-links.jobs.ts';
import { chartTasks } from '#domain/chart/chart.jobs.ts';
import { breakingNewsTasks } from '#domain/breaking-news/breaking-news.jobs.ts';
import { auditCron, auditTasks } from '#domain/audit/audit.jobs.ts';
import { audienceCron, audienceTasks } from '#domain/audience/audience.jobs.ts';
import { authCron, authTasks } from '#domain/auth/auth.jobs.ts';
import { webhookCron, webhookTasks } from '#domain/webhooks/webhooks.jobs.ts';
import { ledgerCron, ledgerTasks } from '#domain/ledger/ledger.jobs.ts';
import { libraryCron, libraryTasks } from '#domain/library/library.jobs.ts';
import { onAirCron } from '#domain/on-air/on-air.jobs.ts';
import { mailCron, mailTasks } from '#domain/mail/mail.jobs.ts';
import { morningMailCron, morningMailTasks } from '#domain/morning-mail/morning-mail.jobs.ts';
import { memberMergeCron, memberMergeTasks } from '#domain/member-merges/member-merges.jobs.ts';
import { memberTasks } from '#domain/members/members.jobs.ts';
import { registrationCron, registrationTasks } from '#domain/registration/registration.jobs.ts';
import { newcomerMailer } from '#domain/registration/welcome-mails.ts';
import { passkeyCron, passkeyTasks } from '#domain/passkeys/passkeys.jobs.ts';
import { paymentCron, paymentTasks } from '#domain/payments/payments.jobs.ts';
import { pictureTasks } from '#domain/pictures/pictures.jobs.ts';
import { downloadCron, downloadTasks } from '#domain/downloads/downloads.jobs.ts';
import { playbackCron, playbackTasks } from '#domain/playback/playback.jobs.ts';
import { podcastCron, podcastTasks } from '#domain/podcasts/podcasts.jobs.ts';
import { privacyCron, privacyTasks } from '#domain/privacy/privacy.jobs.ts';
import { erasedMailSent } from '#domain/privacy/privacy.ts';
import { goOnSending, pushCron, pushTasks } from '#domain/push/push.jobs.ts';
import { receiptCron, receiptTasks } from '#domain/receipts/receipts.jobs.ts';
import { makeReceipt, RECEIPT_MAKER } from '#domain/receipts/receipts.ts';
import { actionCron, actionTasks } from '#domain/actions/actions.jobs.ts';
import { keptSince } from '#domain/settings/settings.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { staffCron, staffTasks } from '#domain/staff/staff.jobs.ts';
import { familyCron, familyTasks } from '#domain/families/families.jobs.ts';
import { replaySalesCron, replaySalesTasks } from '#domain/replay-sales/replay-sales.jobs.ts';
import { salesCron, salesTasks } from '#domain/sales/sales.jobs.ts';
import { phoneCron, phoneTasks } from '#domain/phone-verification/phone-verification.jobs.ts';
import { timetableCron, timetableTasks } from '#domain/timetable/timetable.jobs.ts';
import { trackingCron, trackingTasks } from '#domain/tracking/tracking.jobs.ts';
import { filmCron, filmTasks } from '#domain/films/films.jobs.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { eventRoomCron, eventRoomTasks } from '#server/services/playing/events.ts';
import { campaignRoomCron, campaignRoomTasks } from '#server/services/campaigns.ts';
import { deskActions } from '#server/desk/desk-actions.ts';
import { JOBS_END_MS } from '#server/operations/drain.ts';
import { createFrontCache, tellFrontCaches } from '#server/front-cache.ts';
import { webhookProviders } from '#server/webhook-providers.ts';
import { startMailer } from '#server/services/mail.ts';
import { paymentWebhookHandlers, watchProviders } from '#server/services/payments.ts';
import { planCron, planTasks } from '#server/services/plans.ts';
import { warehouseOf } from '#server/services/tracking.ts';
import { stationTasks } from '#server/services/station-watch.ts';
import { createSendingServices } from '#server/services/push.ts';
import type { Runtime } from '#server/runtime.ts';
import { ledgerKeyOf } from '#server/services/secret-key.ts';
import { createFilmCheck } from '#server/services/playing/films.ts';
import { webhookHandlers } from '#server/web/webhook-routes.ts';
import { tracing } from '#shared/outside/tracing.ts';

const FREE_EACH_MS = 60_000;

/** Each job in a span of its name, where the process traces. */
function tracedTasks(tasks: Record<string, Task>): Record<string, Task> {
  const traces = tracing();
  if (traces === null) return tasks;
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, helpers) => traces.job(name, () => task(payload, helpers)),
    ]),
  );
}

/**
 * Unlocks jobs of killed workers. A timer instead of a job, because a killed worker would leave that job locked too.
 */
function freeLocksEachMinute({ database, log, metrics }: Runtime): { stop(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const free = async () => {
    const freed = await freeOldLocks(database.db);
    metrics.countFreedLocks(freed);
    if (freed > 0) log.warn({ freed }, 'released jobs of a dead worker');
  };
  const run = () => {
    last = free().catch((error: unknown) => log.warn({ err: error }, 'could not check locked jobs'));
  };
  run();
  const timer = setInterval(run, FREE_EACH_MS);
  return {
    stop() {
      clearInterval(timer);
      return last;
    },
  };
}

/**
 * The worker takes jobs from PostgreSQL; the clock queues timed ones. Several of either may run: PostgreSQL ensures
 * that a job is taken once and a minute is queued once. A job may run twice for one cause.
 */
export async function startJobs(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { services, database, clock, log } = runtime;
  const deps = { db: database.db, clock };
  const mail = services.has('worker') ? await startMailer(runtime) : null;
  const { PURGE_URLS: purgeUrls } = runtime.config;
  const front =
    services.has('worker') && purgeUrls.length > 0
      ? await tellFrontCaches(
          database,
          purgeUrls.map((url) => createFrontCache({ url, log })),
        )
      : null;
  // A film step takes minutes; an interrupted one is repeated.
  const ending = new AbortController();
  const options: RunnerOptions = {
    pgPool: database.pool,
    concurrency: 4,
    // A job scheduled for an instant (an article to publish) starts at most this late; others are notified at once.
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: workerPreset,
    taskList: mail
      ? tracedTasks({
          ...timetableTasks(deps),
          ...archiveTasks({
            ...deps,
            sound: archiveSound,
            settings: runtime.archive.settings,
            rewindMs: runtime.rewindWindowMs,
          }),
          ...classicImportTasks({ services: { ...runtime.classics, signal: ending.signal }, clock }),
          ...advertisingTasks(deps.db),
          ...articleTasks(deps),
          ...breakingNewsTasks(deps.db),
          ...chartTasks(deps.db),
          ...deadLinkTasks({ ...deps, siteUrl: runtime.config.siteUrl }),
          ...audienceTasks({ ...deps, warehouse: warehouseOf(runtime) }),
          ...auditTasks({
            db: database.db,
            log,
            ledgerKey: ledgerKeyOf(runtime.config),
            headTo: runtime.config.LEDGER_TO,
          }),
          ...searchTasks(deps),
          ...authTasks({ services: { ...runtime.members, mailNewcomer: newcomerMailer(runtime.members) }, clock }),
          ...mailTasks({
            ...deps,
            mailer: mail.mailer,
            files: runtime.files,
            host: new URL(runtime.config.siteUrl).hostname,
            keptSince: (now) => keptSince({ db: database.db, now }, 'keep.mails'),
            makers: { [RECEIPT_MAKER]: makeReceipt },
            onSent: {
              contact: formMailSent,
              lostproperty: formMailSent,
              'letter-answer': answerMailSent,
              'member-erased': erasedMailSent,
            },
          }),
          ...contactTasks({ ...deps, files: runtime.files }),
          ...eventRoomTasks(runtime.events, clock),
          ...libraryTasks(deps),
          ...memberMergeTasks(deps),
          ...morningMailTasks({ ...deps, deskUrl: runtime.config.desk?.url ?? null }),
          ...memberTasks({ services: runtime.members, clock }),
          ...registrationTasks({ services: runtime.members, clock }),
          ...passkeyTasks(deps),
          ...pictureTasks({ db: database.db, files: runtime.pictureFiles }),
          ...downloadTasks(deps),
          ...playbackTasks(deps),
          ...podcastTasks(deps),
          ...pushTasks({ services: createSendingServices(runtime), clock, signal: ending.signal }),
          ...privacyTasks({ services: runtime.privacy, clock }),
          ...phoneTasks(deps),
          ...filmMakingTasks({ services: { ...runtime.filmMaking, signal: ending.signal }, clock }),
          ...webhookTasks({
            ...deps,
            handlers: { ...webhookHandlers(webhookProviders(runtime)), ...paymentWebhookHandlers(runtime.payments) },
          }),
          ...ledgerTasks({
            ...deps,
            log,
            ledgerKey: ledgerKeyOf(runtime.config),
            ledgerTo: runtime.config.LEDGER_TO,
          }),
          ...paymentTasks(runtime.payments),
          ...planTasks(runtime.plans, clock),
          ...replaySalesTasks(deps),
          ...familyTasks(deps),
          ...salesTasks(deps),
          ...actionTasks({
            services: {
              ...deps,
              actions: deskActions(runtime, runtime.config.desk?.url ?? ''),
              findActor: findActiveStaff,
            },
            signal: ending.signal,
            onFault: (error) => log.error({ err: error }, 'a row of a job of staff failed'),
          }),
          ...staffTasks(deps),
          ...stationTasks(runtime),
          ...trackingTasks({
            ...deps,
            keptDays: runtime.config.TRACKING_DAYS,
            alarm: (unplaced) => log.error({ unplaced }, 'tracking reports are in the default partition'),
          }),
          ...campaignRoomTasks(runtime.sales, clock),
          ...receiptTasks({ services: runtime.plans.subscriptions, clock }),
          ...filmTasks({ ...deps, canServe: createFilmCheck({ ...deps, storage: runtime.storage }) }),
          ...mediaTasks({ ...deps, storage: runtime.storage, windowMs: runtime.rewindWindowMs }),
        })
      : {},
    parsedCronItems: services.has('clock')
      ? parseCronItems([
          ...timetableCron,
          ...archiveCron,
          ...classicImportCron,
          ...articleCron,
          ...deadLinkCron,
          ...audienceCron,
          ...auditCron,
          ...mediaCron,
          ...filmMakingCron,
          ...searchCron,
          ...contactCron,
          ...mailCron,
          ...morningMailCron,
          ...memberMergeCron,
          ...authCron,
          ...registrationCron,
          ...eventRoomCron,
          ...libraryCron,
          ...passkeyCron,
          ...downloadCron,
          ...playbackCron,
          ...podcastCron,
          ...privacyCron,
          ...phoneCron,
          ...pushCron,
          ...receiptCron,
          ...webhookCron,
          ...ledgerCron,
          ...paymentCron,
          ...planCron,
          ...replaySalesCron,
          ...familyCron,
          ...salesCron,
          ...actionCron,
          ...staffCron,
          ...onAirCron,
          ...trackingCron,
          ...filmCron,
          ...campaignRoomCron,
        ])
      : [],
    logger: new JobLogger(() => (level, message) => {
      // Connections are closed during shutdown: not an error.
      if (runtime.draining) return;
      if (level === 'error') log.error({ job: true }, message);
      else if (level === 'warning') log.warn({ job: true }, message);
      else log.debug({ job: true }, message);
    }),
  };
  const runner = await runJobs(database.db, options, () => log.warn('jobs run again after the database failed'));
  const locks = services.has('worker') ? freeLocksEachMinute(runtime) : null;
  const providers = services.has('worker') ? watchProviders(runtime.payments, log) : null;
  if (services.has('worker')) {
    await queueRebuildIfStale(deps);
    await goOnSending(database.db);
    await spreadRecentChanges({ db: database.db, now: clock() });
  }
  return {
    async stop() {
      ending.abort();
      await Promise.all([locks?.stop(), providers?.stop(), front?.stop()]);
      const late = delay(JOBS_END_MS, 'late', { ref: false });
      if ((await Promise.race([runner.stop(), late])) === 'late') {
        const released = await releaseJobs(database.db, runner.workerId());
        log.warn({ released }, 'jobs did not finish in time and were released');
        return;
      }
      await mail?.stop();
    },
  };
}
