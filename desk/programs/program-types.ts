import type { ProgramFields } from '#domain/programs/program-edit.schema.ts';

export type { ProgramFields } from '#domain/programs/program-edit.schema.ts';

interface Named {
  id: number;
  name: string;
}

export interface ProgramChoices {
  categories: Named[];
  hosts: (Named & { is_active: boolean })[];
  programs: Named[];
  next_position: number;
}

export interface OpenProgram {
  program_id: number;
  fields: ProgramFields;
  revision: string;
  is_active: boolean;
  may_edit: boolean;
  changed_by: string | null;
  changed_ts: number | null;
  public_url: string;
}

export interface ListedProgram {
  program_id: number;
  title: string;
  title_chi: string;
  category_name: string;
  is_part: boolean;
  channel_bitwise: number;
  is_active: boolean;
  keyart: string;
  host_names: string[];
}
