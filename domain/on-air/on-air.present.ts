import { z } from 'zod';
import type { onAirNow } from './on-air-state.ts';
import { silentFor } from './incidents.ts';

const age = z.number().nullable().describe('Seconds; null: never');
export const onAirReply = z.object({
  at_ts: z.number().describe('When this was read'),
  channels: z.array(
    z.object({
      channel: z.number().int(),
      edge_age_seconds: age.describe('Age of the newest audio; null: nothing was placed yet'),
      renditions: z.array(z.object({ rendition: z.string(), edge_age_seconds: age })),
      encoders: z.array(
        z.object({
          name: z.string(),
          is_active: z.boolean().describe('False: its token was withdrawn'),
          on_air: z.array(z.string()).describe('Renditions that it feeds; empty: standby'),
          heard_age_seconds: age.describe('Since its last segment arrived'),
          waiting: z.number().int().describe('Segments that are not placed'),
        }),
      ),
      lufs: z.number().nullable().describe('Loudness of the last minute (EBU R 128); null: not measured, or too quiet'),
      silent_seconds: z.number().describe('Length of the silence that the measured audio ends with'),
      level_age_seconds: age.describe('Since loudness and silence were measured'),
      listeners: z.number().describe('Of the last complete minutes'),
      coverage_percent: z.number().nullable().describe('Share of players that report'),
    }),
  ),
  jobs: z.object({
    due: z.number().int(),
    oldest_due_seconds: z.number(),
    running: z.number().int(),
    failed: z.array(z.object({ task: z.string(), jobs: z.number().int(), is_given_up: z.boolean() })),
  }),
});

export function presentOnAir({ channels, jobs }: Awaited<ReturnType<typeof onAirNow>>, now: Date) {
  const ageOf = (at: Date | null) => at && (now.getTime() - at.getTime()) / 1_000;
  return {
    at_ts: now.getTime() / 1_000,
    channels: channels.map(({ channel, edges, encoders, level, listeners, coverage }) => {
      const renditions = edges.map(({ rendition, endsAt }) => ({ rendition, edge_age_seconds: ageOf(endsAt) }));
      const ages = renditions.flatMap((one) => one.edge_age_seconds ?? []);
      return {
        channel,
        edge_age_seconds: ages.length === 0 ? null : Math.min(...ages),
        renditions,
        encoders: encoders.map(({ name, isActive, onAir, heardAt, waiting }) => ({
          name,
          is_active: isActive,
          on_air: onAir,
          heard_age_seconds: ageOf(heardAt),
          waiting,
        })),
        lufs: level?.lufs ?? null,
        silent_seconds: silentFor(level, now),
        level_age_seconds: ageOf(level?.measuredAt ?? null),
        listeners,
        coverage_percent: coverage,
      };
    }),
    jobs: {
      due: jobs.due,
      oldest_due_seconds: jobs.oldestDueSeconds,
      running: jobs.locked,
      failed: jobs.failing.map(({ task, jobs: count, isGivenUp }) => ({ task, jobs: count, is_given_up: isGivenUp })),
    },
  };
}
