import { clockHk, clockOfMinute, dayHkOf } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import type { ProgramCard, ProgramDetailWire, ProgramPage, ProgramWire } from './programs.schema.ts';

export function presentProgram(
  card: Omit<ProgramCard, 'hosts'> & { hosts: { id: number; name: string }[] },
): ProgramWire {
  const { parent, latestReplay } = card;
  const latestAt = latestReplay && new Date(latestReplay.startsAtMs);
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
    latest_program_archive_id: latestReplay?.archiveId ?? null,
    latest_section_date: latestAt && dayHkOf(latestAt),
    latest_section_start_time: latestAt && clockHk(latestAt),
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
