import type { HostFields } from '#domain/hosts/host-edit.schema.ts';

export type { HostFields } from '#domain/hosts/host-edit.schema.ts';

export interface OpenHost {
  host_id: number;
  fields: HostFields;
  revision: string;
  is_active: boolean;
  may_edit: boolean;
  programs: { id: number; title: string }[];
  changed_by: string | null;
  changed_ts: number | null;
  public_url: string;
}

export interface ListedHost {
  host_id: number;
  name: string;
  name_eng: string;
  is_guest: boolean;
  channel_bitwise: number;
  is_active: boolean;
  picture: string;
  program_titles: string[];
}
