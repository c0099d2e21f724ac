import { automationHooks } from '#server/outside/automation/hooks.ts';
import type { Config } from '#server/config.ts';
import type { HookProvider } from '#server/web/hooks.ts';
import type { ArchiveSettings } from '#domain/archive/archive.ts';
import type { ChannelId } from '#shared/enums.ts';

const DEMO_AUTOMATION_SECRET = 'automation-of-the-demo-stations-alone';
const DEMO_FREE_MINUTES = 5;

/** What the demo stations sign their reports with; empty where nobody may report. */
export const automationSecretOf = ({ AUTOMATION_SECRET, demo }: Pick<Config, 'AUTOMATION_SECRET' | 'demo'>): string =>
  AUTOMATION_SECRET || (demo ? DEMO_AUTOMATION_SECRET : '');

/** What lies between the clock of automation and that of the encoder. */
export function airDelaysOf({
  AUTOMATION_AIR_DELAY_MS,
}: Pick<Config, 'AUTOMATION_AIR_DELAY_MS'>): Record<ChannelId, number> {
  const given = new Map(
    AUTOMATION_AIR_DELAY_MS.split(',').map((entry) => {
      const [channel = '', delay = ''] = entry.split('=');
      return [Number(channel), Number(delay)] as const;
    }),
  );
  return { 881: given.get(881) ?? 0, 903: given.get(903) ?? 0, 864: given.get(864) ?? 0 };
}

/** Automation is heard where there is a secret that it can sign with. */
export function automationProviders(config: Config): HookProvider[] {
  const secret = automationSecretOf(config);
  return secret === '' ? [] : [automationHooks({ secret, airDelayMs: airDelaysOf(config) })];
}

/** What the station grants everybody, where a programme says nothing else. */
export const archiveSettingsOf = ({ ARCHIVE_FREE_MINUTES, ARCHIVE_REPLAY_DAYS, demo }: Config): ArchiveSettings => ({
  freeMinutes: ARCHIVE_FREE_MINUTES ?? (demo ? DEMO_FREE_MINUTES : 0),
  replayDays: ARCHIVE_REPLAY_DAYS,
});
