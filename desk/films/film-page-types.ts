import type { FilmPageFields } from '#domain/films/pages/film-pages.schema.ts';

export type { FilmPageFields };

export interface ListedFilmPage {
  page_id: number;
  title: string;
  keyart: string;
  category_name: string;
  price_cents: number;
  position: number;
  state: 'coming' | 'on_sale' | 'announced' | 'over';
  has_trailer: boolean;
}

export interface OpenFilmPage {
  page_id: number;
  fields: FilmPageFields;
  revision: string;
  changed_by: string | null;
  changed_ts: number | null;
  public_url: string;
  running: number;
  film_id: number | null;
  has_trailer: boolean;
}

interface Named {
  id: number;
  name: string;
}

export interface FilmPageChoices {
  categories: Named[];
  programs: Named[];
  films: (Named & { has_film: boolean; has_trailer: boolean })[];
  next_position: number;
}
