import type { ProgramCard, ScheduleEntry } from '#domain/programs/programs.ts';
import { scheduleLines } from './schedule-words.ts';
import { PERFORMER_SHOW_PROGRAM_IDS } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { ProgramCardView } from './program-card.tsx';

const daysOf = (mask: number) => mask.toString(2).replaceAll('0', '').length;
const minutesAWeek = (slot: ScheduleEntry) => daysOf(slot.weekdayBitwise) * (slot.endMinute - slot.startMinute);

/** A programme as a card, with its longest weekly slot as its time. */
export function toProgramCard(card: ProgramCard): ProgramCardView {
  const [first] = scheduleLines(card.schedule.toSorted((a, b) => minutesAWeek(b) - minutesAWeek(a)));
  return {
    id: card.id,
    slug: card.slug,
    title: phrase(card.title),
    art: card.keyart,
    channels: card.channelIds,
    isPerformerShow: PERFORMER_SHOW_PROGRAM_IDS.includes(card.id),
    // The line may break after the days, never within the times.
    when: first ? `${first.days} ${first.time.replaceAll(' ', '\u00a0')}` : '',
  };
}
