export type ReplayState = 'shown' | 'ended' | 'taken_down';

export interface Broadcast {
  archive_id: number;
  program_id: number;
  program_title: string;
  stream_id: number;
  day: string;
  starts_ts: number;
  ends_ts: number;
  is_over: boolean;
  is_classic: boolean;
  title: string | null;
  state: ReplayState;
  available_until_ts: number | null;
  source: 'clock' | 'automation' | 'staff' | 'import';
}

interface Span {
  starts_ts: number;
  ends_ts: number;
}

export interface Removal extends Span {
  removal_id: number;
  why: 'rights' | 'law' | 'error';
}

export interface OpenBroadcast {
  broadcast: Broadcast;
  /** On its channel; of a tape, among those of its programme. */
  beside: { before: Broadcast | null; after: Broadcast | null };
  sections: (Span & {
    section_id: number;
    section_no: number;
    title: string | null;
    source: 'clock' | 'automation' | 'staff' | 'import' | 'studio';
  })[];
  removals: Removal[];
  cues: number;
  songs: number;
  pointed: Record<'playlists' | 'history' | 'bookmarks' | 'feeds' | 'listeners', number>;
  public_url: string;
}

export interface Suspension {
  name: string;
  message: string;
  since_ts: number;
}

/** What is drawn beside the sound. */
export interface SoundLanes {
  from_ts: number;
  to_ts: number;
  reports: { starts_ts: number; ends_ts: number | null; title: string | null; is_part: boolean }[];
  songs: { starts_ts: number; ends_ts: number | null; title: string; artist: string }[];
  others: (Span & { archive_id: number; source: Broadcast['source'] })[];
}
