import { clockOfMinute } from '#shared/hk-time.ts';
import { wireImage } from '#shared/wire-image.ts';
import type { ProgramCard, ProgramDetailWire, ProgramPage, ProgramWire } from './programs.schema.ts';

export function presentProgram(
  card: Omit<ProgramCard, 'hosts'> & { hosts: { id: number; name: string }[] },
): ProgramWire {
  const { parent } = card;
  return {
    program_id: card.id,
    title: card.title,
    title_chi: card.titleChi,
    program_title: parent === null ? card.title : `${parent.title}：${card.title}`,
    tagline: card.tagline,
    keyart_url: wireImage(card.keyart),
    channel_bitwise: card.channelBitwise,
    category_id: card.categoryId,
    category_name: card.categoryName,
    // No episode can be replayed before the archive keeps any.
    latest_program_archive_id: null,
    latest_section_date: null,
    latest_section_start_time: null,
    schedule: card.schedule.map((slot) => ({
      channel: slot.channelId,
      weekday_bitwise: slot.weekdayBitwise,
      start_time: clockOfMinute(slot.startMinute),
      end_time: clockOfMinute(slot.endMinute),
      horse_racing_skip: slot.horseRacingSkip,
    })),
    parent_program: parent && {
      program_id: parent.id,
      title: parent.title,
      title_chi: parent.titleChi,
      program_title: parent.title,
      keyart_url: wireImage(parent.keyart),
      channel_bitwise: parent.channelBitwise,
    },
    hosts: card.hosts.map(({ id, name }) => ({ id, name })),
  };
}

export function presentProgramPage(page: ProgramPage): ProgramDetailWire {
  return {
    ...presentProgram(page),
    description: page.description,
    sub_programs: page.parts.map(presentProgram),
  };
}
