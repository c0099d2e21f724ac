import { paths } from './paths.ts';

/** Paths of replays stored in the browser. Only the page is part of `paths`, which every page loads. */
export const downloadsPaths = {
  /** A document of its own: its service worker answers without network. */
  page: paths.kept,
  serviceWorker: () => '/kept-sw.js',
  /** Answered by that service worker alone. */
  sound: (id: string) => `/kept/sound/${id}/list.m3u8`,
};

export const downloadCalls = {
  all: (deviceKey?: string) => (deviceKey === undefined ? '/api/downloads' : `/api/downloads?device_key=${deviceKey}`),
  one: (id: string) => `/api/downloads/${id}`,
  address: (id: string) => `/api/downloads/${id}/address`,
};
