import { replaysWithoutRight } from '#domain/archive/playing/archive-play.ts';
import { eventsWithoutRight } from '#domain/events/event-play.ts';
import { endWithoutRight } from '#domain/playback/playback.ts';
import { filmsWithoutRight } from '#domain/films/films.ts';

/** Playback continues for this long after its right has ended, plus one segment. */
const EACH_MS = 5_000;

type Services = Parameters<typeof replaysWithoutRight>[0];

/** Ends playback without a right. The module of each kind of stream decides. */
export const endLostRights = (services: Services, clock: () => Date): Promise<void> => {
  const replays = <T extends Parameters<typeof replaysWithoutRight>[1][number]>(leases: readonly T[], at: Date) =>
    replaysWithoutRight(services, leases, at);
  const { db } = services;
  return endWithoutRight(
    db,
    {
      channel: replays,
      tape: replays,
      film: (leases, at) => filmsWithoutRight({ db }, leases, at),
      event: (leases, at) => eventsWithoutRight({ db }, leases, at),
    },
    clock,
  );
};

/** Checks continuously in each process that serves sound: sound is only served while this runs. */
export function watchRights(
  services: Services,
  { clock, onFault }: { clock: () => Date; onFault: (error: unknown) => void },
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= endLostRights(services, clock)
      .catch(onFault)
      .finally(() => {
        running = null;
      });
  }, EACH_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
