import type { ProgramCard, ScheduleEntry } from '#domain/programs/programs.ts';
import { scheduleLines } from './schedule-words.ts';
import { PERFORMER_SHOW_PROGRAM_IDS } from '#shared/enums.ts';
import { phrase } from '#shared/phrase.ts';
import type { ProgramCardView } from './program-card.tsx';

const daysOf = (mask: number) => mask.toString(2).replaceAll('0', '').length;
const minutesAWeek = (slot: ScheduleEntry) => daysOf(slot.weekdayBitwise) * (slot.endMinute - slot.startMinute);

/** A programme as a card shows it: the slot that fills most of its week stands for all. */
export function toProgramCard(card: ProgramCard): ProgramCardView {
  const [first] = scheduleLines(card.schedule.toSorted((a, b) => minutesAWeek(b) - minutesAWeek(a)));
  return {
    id: card.id,
    slug: card.slug,
    title: phrase(card.title),
    art: card.keyart,
    channels: card.channelIds,
    isPerformerShow: PERFORMER_SHOW_PROGRAM_IDS.includes(card.id),
    // A line may end after the days, never inside the hours.
    when: first ? `${first.days} ${first.time.replaceAll(' ', '\u00a0')}` : '',
  };
}
