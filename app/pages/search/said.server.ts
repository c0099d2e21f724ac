import { saidAt } from '#app/text/zh-hk/said.ts';
import type { FoundMoment } from '#domain/search/cues/cue-search.ts';
import { CHANNEL_IDS, channelsOf, isChannelId } from '#shared/enums.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import { phrase, phraseParts } from '#shared/text/phrase.ts';

/** A moment as the page shows it. */
export const toSaid = (moment: FoundMoment, now: Date) => ({
  start: {
    archiveId: moment.archiveId,
    sectionId: moment.sectionId,
    atMs: moment.playAtMs,
    isFree: moment.isFree,
  },
  words: phraseParts(moment.parts),
  isSection: moment.kind === 'section',
  program: phrase(moment.programName),
  /** The channel of the broadcast; of a tape those of its programme. */
  channels: isChannelId(moment.streamId)
    ? CHANNEL_IDS.filter((id) => id === moment.streamId)
    : channelsOf(moment.channelBitwise),
  startsAtMs: moment.startsAt.getTime(),
  when: saidAt(dayHeadingOf(moment.startsAt, now), dayHkOf(now), moment.startsAt.getTime()),
});
export type SaidView = ReturnType<typeof toSaid>;
