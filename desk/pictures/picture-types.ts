import type { PictureFields } from '#domain/pictures/pictures.schema.ts';

export type { PictureFields } from '#domain/pictures/pictures.schema.ts';

export interface ListedPicture {
  picture_id: number;
  width: number;
  height: number;
  is_over: boolean;
  alt: string;
  source: string;
  rights_until: string | null;
  uses: number;
}

export interface OpenPicture {
  picture_id: number;
  width: number;
  height: number;
  is_over: boolean;
  fields: PictureFields;
  revision: string;
  changed_by: string | null;
  created_ts: number;
  uses: { table: string; key: string; title: string }[];
}
