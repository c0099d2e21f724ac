export interface Film {
  film_id: number;
  name: string;
  state: 'making' | 'made' | 'refused' | 'failed';
  reason: string | null;
  source_name: string;
  length_ms: number;
  step: string | null;
  step_done: number;
  done: number;
  is_held: boolean;
  created_ts: number;
  made_ts: number | null;
  page: { page_id: number; title: string; part: 'film' | 'trailer' } | null;
}

export interface OpenFilm {
  film: Film;
  steps: { name: string; is_done: boolean }[];
  captions: { lang: string; label: string; cues: number }[];
  chapters: { at_ms: number; title: string }[];
}
