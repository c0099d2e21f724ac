import type { ReplayStart } from '#app/components/archive/replay-link.tsx';
import { paths } from '#app/paths.ts';
import { freeSpanOf } from '#domain/archive/archive.rules.ts';
import { hearingsOf } from '#domain/moments/moments.ts';
import { listProgramsOf } from '#domain/programs/programs.ts';
import type { PlayFigures } from '#domain/songs/figures/song-figures.rules.ts';
import type { Play } from '#domain/songs/figures/song-figures.ts';
import type { ChartRun } from '#domain/chart/chart-history.ts';
import { SUBJECT_LETTERS } from '#domain/follows/follows.rules.ts';
import type { ReadDb } from '#db/database.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { BREAK } from '#shared/text/break-mark.ts';
import { spelling } from '#shared/text/spelling.ts';

interface Door {
  db: ReadDb;
  now: Date;
}

/** A play as pages list it. */
export interface PlayView {
  markId: number;
  songId: number;
  title: string;
  channelId: ChannelId;
  startsAtMs: number;
  /** Its programme, if that can be heard. */
  program: { name: string; href: string | null } | null;
  /** What a press plays: live, rewound to the play, or its replay. Null: it cannot be heard. */
  hear: 'live' | ReplayStart | null;
}

const plain = (title: string): string => title.replaceAll(BREAK, '');

export async function toPlayViews(
  door: Door,
  plays: readonly Play[],
  archive: { freeMinutes: number },
): Promise<PlayView[]> {
  const hearings = await hearingsOf(
    door,
    plays.map(({ streamId, startsAt }) => ({ streamId, at: startsAt })),
  );
  return plays.flatMap(({ markId, songId, title, streamId, startsAt }, i): PlayView[] => {
    if (!isChannelId(streamId)) return [];
    const hearing = hearings[i] ?? null;
    const atMs = startsAt.getTime();
    const view = { markId, songId, title, channelId: streamId, startsAtMs: atMs };
    if (hearing === null) return [{ ...view, program: null, hear: null }];
    const { section, how } = hearing;
    const { broadcast } = section;
    const program = {
      name: plain(broadcast.title ?? broadcast.programTitle),
      href: broadcast.hasPage ? paths.program(broadcast.programId, broadcast.programSlug) : null,
    };
    if (how === 'live') return [{ ...view, program, hear: how }];
    const free = freeSpanOf(section, archive);
    const isFree = free !== null && atMs < free.endsAt.getTime();
    return [{ ...view, program, hear: { archiveId: broadcast.id, sectionId: section.id, atMs, isFree } }];
  });
}

/** Programmes and hosts that are listed as playing it most. */
const MAX_LISTED = 8;

export interface FiguresView {
  plays: number;
  isMore: boolean;
  channels: { channelId: ChannelId; plays: number }[];
  hours: number[];
  programs: { name: string; href: string; plays: number }[];
  hosts: { name: string; href: string; plays: number }[];
}

/** Figures with the names of programmes, and of the hosts of these. */
export async function toFiguresView(door: Door, figures: PlayFigures): Promise<FiguresView> {
  const ids = figures.byProgram.map(({ programId }) => programId);
  const cards = new Map((await listProgramsOf(door, ids)).map((card) => [card.id, card]));
  const known = figures.byProgram.flatMap(({ programId, plays }) => {
    const card = cards.get(programId);
    return card ? [{ card, plays }] : [];
  });
  const byHost = new Map<number, { name: string; href: string; plays: number }>();
  for (const { card, plays } of known)
    for (const { id, name, slug } of card.hosts) {
      const host = byHost.get(id) ?? { name, href: paths.programHost(id, slug), plays: 0 };
      byHost.set(id, { ...host, plays: host.plays + plays });
    }
  return {
    plays: figures.plays,
    isMore: figures.isMore,
    channels: figures.byChannel.filter(({ plays }) => plays > 0),
    hours: figures.byHour,
    programs: known
      .slice(0, MAX_LISTED)
      .map(({ card, plays }) => ({ name: plain(card.title), href: paths.program(card.id, card.slug), plays })),
    hosts: [...byHost.values()].toSorted((a, b) => b.plays - a.plays).slice(0, MAX_LISTED),
  };
}

/** Weeks of the drawing of one run. */
const WEEKS_DRAWN = 26;

export interface RunView {
  key: string;
  title: string;
  channelId: ChannelId;
  best: number;
  weeksOn: number;
  /** Every week from the first drawn to the last, with the position; null: not on the chart. */
  weeks: string[];
  positions: (number | null)[];
}

/** A run with the weeks between, in which the song was not on the chart. */
export function toRunView({ songId, title, channelId, weeks }: ChartRun): RunView {
  const byWeek = new Map(weeks.map(({ weekHk, position }) => [weekHk, position]));
  const [first, last] = [weeks[0]!.weekHk, weeks.at(-1)!.weekHk];
  const drawn: string[] = [];
  for (let week = last; week >= first && drawn.length < WEEKS_DRAWN; week = addDaysHk(week, -7)) drawn.unshift(week);
  return {
    key: `${songId} ${channelId}`,
    title: plain(title),
    channelId,
    best: Math.min(...byWeek.values()),
    weeksOn: weeks.length,
    weeks: drawn,
    positions: drawn.map((week) => byWeek.get(week) ?? null),
  };
}

/** The folded name by which a singer has a page and is followed; null: unknown, or too long. */
export function singerOf(artist: string): string | null {
  const folded = spelling(artist);
  // A path of dots would be another page, and PostgreSQL refuses NUL in text.
  const isPath = !/^\.+$/.test(folded) && !folded.includes('\0');
  return folded === '' || folded.length > SUBJECT_LETTERS || !isPath ? null : folded;
}
