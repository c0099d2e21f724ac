export interface Cue {
  cue_id: number;
  starts_ts: number;
  ends_ts: number;
  words: string;
}

export interface CuePage {
  items: Cue[];
  next_after: string | null;
}

export interface Song {
  mark_id: number;
  starts_ts: number;
  ends_ts: number | null;
  title: string;
  artist: string;
  is_withdrawn: boolean;
  is_by_hand: boolean;
}
