import { paths } from '#app/paths.ts';
import type { Broadcast, Section } from '#domain/archive/archive.ts';
import { freeSpanOf, hasEnded } from '#domain/archive/archive.rules.ts';
import { CHANNEL_IDS, channelsOf, isChannelId } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { PartView, ReplayView } from './replay-view.ts';

interface ReplayRules {
  freeMinutes: number;
}

function toPart(section: Section, rules: ReplayRules, isEnded: boolean): PartView {
  const free = isEnded ? null : freeSpanOf(section, rules);
  return {
    id: section.id,
    no: section.sectionNo,
    title: section.title ?? '',
    startsAtMs: section.startsAt.getTime(),
    endsAtMs: section.endsAt.getTime(),
    freeSeconds: free === null ? 0 : Math.round((free.endsAt.getTime() - free.startsAt.getTime()) / 1000),
  };
}

/** The channel of the broadcast, which may be only one of its programme's; for a tape, the programme's channels. */
const channelsOfBroadcast = ({ streamId, channelBitwise }: Broadcast) =>
  isChannelId(streamId) ? CHANNEL_IDS.filter((id) => id === streamId) : channelsOf(channelBitwise);

export function toReplay(
  { broadcast, sections }: { broadcast: Broadcast; sections: readonly Section[] },
  rules: ReplayRules,
  now: Date,
): ReplayView {
  const isEnded = hasEnded(broadcast, now);
  return {
    id: broadcast.id,
    title: phrase(broadcast.title ?? broadcast.programTitle),
    art: broadcast.keyart,
    channels: channelsOfBroadcast(broadcast),
    programId: broadcast.programId,
    programHref: broadcast.hasPage ? paths.program(broadcast.programId, broadcast.programSlug) : null,
    day: broadcast.dayHk,
    startsAtMs: broadcast.startsAt.getTime(),
    endsAtMs: broadcast.endsAt.getTime(),
    isOver: broadcast.isOver,
    isEnded,
    parts: sections.map((section) => toPart(section, rules, isEnded)),
  };
}
