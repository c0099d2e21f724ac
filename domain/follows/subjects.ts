import type { Db } from '#db/database.ts';
import { listEventsOf, type Event } from '#domain/events/events.ts';
import { listHosts, type HostCard } from '#domain/hosts/hosts.ts';
import { listProgramsOf, type ProgramCard } from '#domain/programs/programs.ts';
import { foldName, listSongPlays, type SongPlay } from '#domain/songs/song-plays.ts';
import { listDistricts, listTunnelBoard, type Tunnel } from '#domain/traffic/traffic.ts';
import type { FollowKind } from '#shared/follow-kinds.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import { singerPath, songPath, songsPath } from '#shared/paths/songs-path.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { BREAK } from '#shared/text/break-mark.ts';
import { followKey, idOf, type Followable } from './follows.rules.ts';

interface Context {
  db: Db;
  now: Date;
}

/** The public record of a followed subject. */
export type Subject = Followable & { name: string; path: string } & (
    | { of: 'program'; program: ProgramCard }
    | { of: 'host'; host: HostCard; programs: ProgramCard[] }
    | { of: 'play'; play: SongPlay }
    | { of: 'district' }
    | { of: 'tunnel'; tunnel: Tunnel & { isShown: boolean } }
    | { of: 'event'; event: Event }
  );

/** Ids among the items of a kind. */
const idsOf = (items: readonly Followable[], kind: FollowKind): number[] =>
  items.flatMap((item) => (item.kind === kind ? (idOf(item.subject) ?? []) : []));

/** The day and the search of the songs page that show a play. */
export const playPath = ({ channelId, startsAt, title }: SongPlay): string =>
  songsPath(channelId, { day: stationDayOf(startsAt), q: title });

/** The items, with the name of a singer folded, and each once. */
export function tidied(items: readonly Followable[]): Followable[] {
  const folded = items.map((item) =>
    item.kind === 'singer' ? { kind: item.kind, subject: foldName(item.subject) } : item,
  );
  return [...new Map(folded.map((item) => [followKey(item), item])).values()];
}

/**
 * Which of the items are public, in their order. One query or two for each kind, however many items: those that are
 * hidden or gone are left out.
 */
export async function findSubjects(context: Context, items: readonly Followable[]): Promise<Subject[]> {
  const has = (kind: FollowKind) => items.some((item) => item.kind === kind);
  const singers = items.flatMap(({ kind, subject }) => (kind === 'singer' ? subject : []));
  const [hosts, plays, districts, tunnels, events] = await Promise.all([
    has('host') ? listHosts(context) : [],
    listSongPlays(context, { songIds: idsOf(items, 'song'), singers }),
    has('district') ? listDistricts(context) : Promise.resolve<string[]>([]),
    has('tunnel') ? listTunnelBoard(context) : [],
    listEventsOf(context, idsOf(items, 'event')),
  ]);
  const hostById = new Map(hosts.map((host) => [host.id, host]));
  const ofHosts = idsOf(items, 'host').flatMap((id) => hostById.get(id)?.programs.map((program) => program.id) ?? []);
  const programs = await listProgramsOf(context, [...new Set([...idsOf(items, 'program'), ...ofHosts])]);
  const programById = new Map(programs.map((program) => [program.id, program]));
  const eventById = new Map(events.map((event) => [event.id, event]));
  const tunnelByName = new Map(tunnels.map((tunnel) => [tunnel.name, tunnel]));

  const subjectOf = ({ kind, subject }: Followable): Subject | null => {
    const id = idOf(subject) ?? 0;
    switch (kind) {
      case 'program': {
        const program = programById.get(id);
        if (program === undefined) return null;
        const path = contentPaths.program(id, program.slug);
        return { kind, subject, name: plain(program.title), path, of: kind, program };
      }
      case 'host': {
        const host = hostById.get(id);
        if (host === undefined) return null;
        const own = host.programs.flatMap((program) => programById.get(program.id) ?? []);
        const path = contentPaths.programHost(id, host.slug);
        return { kind, subject, name: host.name, path, of: kind, host, programs: own };
      }
      case 'song':
      case 'singer': {
        const play = kind === 'song' ? plays.bySong.get(id) : plays.bySinger.get(subject);
        if (play === undefined) return null;
        const name = kind === 'singer' ? play.artist : [play.title, play.artist].filter(Boolean).join(' · ');
        const path = kind === 'song' ? songPath(id) : singerPath(subject);
        return { kind, subject, name, path, of: 'play', play };
      }
      case 'district':
        return districts.includes(subject)
          ? { kind, subject, name: subject, path: contentPaths.trafficMain(), of: kind }
          : null;
      case 'tunnel': {
        const tunnel = tunnelByName.get(subject);
        if (tunnel === undefined) return null;
        return { kind, subject, name: subject, path: contentPaths.trafficMain(), of: kind, tunnel };
      }
      case 'event': {
        const event = eventById.get(id);
        if (event === undefined) return null;
        const name = plain(event.title);
        return { kind, subject, name, path: eventPaths.liveEvent(id, name), of: kind, event };
      }
    }
  };
  return items.flatMap((item) => subjectOf(item) ?? []);
}

const plain = (title: string): string => title.replaceAll(BREAK, '');
