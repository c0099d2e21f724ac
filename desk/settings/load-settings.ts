import type { LoaderFunctionArgs } from 'react-router';
import { call } from '../call.ts';

interface Changed {
  changed_by: string | null;
  changed_ts: number | null;
}

export interface Switch extends Changed {
  key: string;
  is_method: boolean;
  off: { message: string; ends_ts: number } | null;
}

export interface Lever extends Changed {
  key: string;
  position: string;
  is_pulled: boolean;
  revision: string;
}

export interface Note extends Changed {
  key: string;
  value: string;
  revision: string;
}

export interface Retention extends Changed {
  key: string;
  days: number;
  default_days: number;
  min: number;
  max: number;
  revision: string;
}

export interface Settings {
  switches: Switch[];
  levers: Lever[];
  load: { is_high: boolean; lag_ms: number; requests_per_second: number };
  notes: Note[];
  retention: Retention[];
  fixed: { key: string; days: number }[];
}

export interface Text {
  subject: string;
  paragraphs: string[];
}

export interface StationMail extends Changed {
  key: string;
  is_editable: boolean;
  code: Text | null;
  text: Text | null;
  placeholders: string[];
  revision: string;
}

export const loadSettings = ({ request }: LoaderFunctionArgs) =>
  call<Settings>('/api/staff/settings', undefined, request.signal);
export const loadMails = ({ request }: LoaderFunctionArgs) =>
  call<{ items: StationMail[] }>('/api/staff/settings/mails', undefined, request.signal);
