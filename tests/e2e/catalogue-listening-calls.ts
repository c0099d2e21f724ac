import type { CatalogueCall, Known } from './catalogue-call.ts';

const channel = () => ({ channel: 881 });

/** Programs and live. */
export const PROGRAM_CALLS: readonly CatalogueCall[] = [
  {
    method: 'GET',
    path: '/api/programs',
    reply: ['programs'],
    learns: { programId: 'programs.0.program_id', nextProgramId: 'programs.1.program_id' },
  },
  {
    method: 'GET',
    path: '/api/programs',
    query: () => ({ category_id: 1, keyword: '早', count: 5 }),
    reply: ['programs'],
  },
  {
    method: 'GET',
    path: '/api/programs/related',
    query: (k) => ({ program_id: k['programId']! }),
    reply: ['programs'],
  },
  {
    method: 'GET',
    path: '/api/programs/related',
    query: (k) => ({ program_id: k['programId']!, count: 3 }),
    reply: ['programs'],
  },
  {
    method: 'GET',
    path: '/api/programs/highlights',
    query: (k) => ({ program_id: k['programId']! }),
    reply: ['highlights'],
  },
  {
    method: 'GET',
    path: '/api/programs/highlights',
    query: (k) => ({ program_id: k['programId']!, limit: 2, offset: 1 }),
    reply: ['highlights'],
  },
  { method: 'GET', path: '/api/live/{channel}', params: channel, reply: ['currentTimestamp', 'timetableList'] },
  {
    method: 'GET',
    path: '/api/live/toolbar',
    reply: ['currentTimestamp', 'channelTimetableList', 'liveScheduleList'],
  },
  { method: 'GET', path: '/live/schedule', query: () => ({ callback: 'station.told' }), isBare: true },
  { method: 'GET', path: '/api/live/src/{channel}', params: channel, reply: ['livePlaylistUrl'] },
  { method: 'POST', path: '/api/live/verifyrecaptcha', json: () => ({ token: `${crypto.randomUUID()}.action-live` }) },
  { method: 'GET', path: '/api/programs/fav/ids', as: 'subscriber', reply: ['program_ids'] },
  { method: 'GET', path: '/api/programs/fav', as: 'subscriber', reply: ['programs'] },
];

const section = (k: Known) => ({
  program_archive_id: k['archiveId'],
  program_archive_section_id: k['sectionId'],
});

const entry = (first: string, second: string) => (k: Known) => ({
  target_archive_Id: k[second],
  moved_archive_predecessor: k[first] ?? null,
});

/** Archive: what a member with a plan hears. */
export const ARCHIVE_CALLS: readonly CatalogueCall[] = [
  {
    method: 'GET',
    path: '/api/programarchives/{programId}',
    params: (k) => ({ programId: k['heardProgramId']! }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/programarchives/{programId}',
    params: (k) => ({ programId: k['heardProgramId']! }),
    query: () => ({ limit: 1, offset: 1 }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/programarchives/listwithnotice/{programId}',
    params: (k) => ({ programId: k['heardProgramId']! }),
    query: () => ({ limit: 1, offset: 1 }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/programarchives/classicarchivelist',
    query: () => ({ limit: 1, offset: 0 }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/programarchives/playback/{id}',
    as: 'subscriber',
    params: (k) => ({ id: k['sectionId']! }),
    reply: ['path', 'default_encode_profile_output_id'],
  },
  {
    method: 'POST',
    path: '/api/programarchives/getinstantplaylist',
    as: 'subscriber',
    json: section,
    reply: ['items'],
  },
];

/** Playlist. */
export const PLAYLIST_CALLS: readonly CatalogueCall[] = [
  {
    method: 'POST',
    path: '/api/playlist/favourite',
    as: 'subscriber',
    json: (k) => ({ program_id: k['heardProgramId'] }),
    reply: ['status', 'program_id'],
  },
  {
    method: 'POST',
    path: '/api/playlist/favourite',
    as: 'subscriber',
    // Another than the first favourite, which is the most heard.
    json: (k) => ({
      program_id: k['programId'] === k['heardProgramId'] ? k['nextProgramId'] : k['programId'],
      fetch: true,
    }),
    reply: ['status', 'program_id'],
  },
  {
    method: 'GET',
    path: '/api/playlist/favourite',
    as: 'subscriber',
    reply: ['items'],
    learns: { favouriteId: 'items.0.user_favourite_id', secondFavouriteId: 'items.1.user_favourite_id' },
  },
  {
    method: 'POST',
    path: '/api/playlist/history',
    as: 'subscriber',
    json: (k) => ({ program_archive_section_id: k['sectionId'] }),
  },
  { method: 'POST', path: '/api/playlist/history', as: 'subscriber', json: section },
  {
    method: 'GET',
    path: '/api/playlist/history',
    as: 'subscriber',
    reply: ['items'],
    learns: { historyId: 'items.0.user_history_id' },
  },
  {
    method: 'POST',
    path: '/api/playlist/bookmark',
    as: 'subscriber',
    json: (k) => ({ program_archive_section_id: k['sectionId'] }),
    reply: ['user_bookmark_id'],
    learns: { bookmarkId: 'user_bookmark_id' },
  },
  { method: 'GET', path: '/api/playlist/bookmark', as: 'subscriber', reply: ['items'] },
  {
    method: 'POST',
    path: '/api/playlist',
    as: 'subscriber',
    json: (k) => ({ ...section(k), is_auto: false, fetch: true }),
    reply: ['items'],
    learns: { entryId: 'items.0.user_playlist_id' },
  },
  {
    method: 'POST',
    path: '/api/playlist',
    as: 'subscriber',
    json: (k) => ({ program_archive_section_id: k['secondSectionId'], direction: 'forward' }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/playlist',
    as: 'subscriber',
    reply: ['items'],
    learns: { queueFirstId: 'items.0.user_playlist_id', queueSecondId: 'items.1.user_playlist_id' },
  },
  { method: 'GET', path: '/api/playlist/userplaylist', as: 'subscriber', reply: ['items'] },
  {
    method: 'POST',
    path: '/api/playlist/favourite/toplaylist',
    as: 'subscriber',
    json: (k) => ({ user_favourite_id: k['favouriteId'] }),
  },
  {
    method: 'POST',
    path: '/api/playlist/history/toplaylist',
    as: 'subscriber',
    json: () => ({ all: true, direction: 'backward', exclude_user_playlist_id_list: [] }),
  },
  {
    method: 'POST',
    path: '/api/playlist/userplaylist/updatesectionplayback',
    as: 'subscriber',
    json: (k) => ({ program_archive_section_id: k['sectionId'], position: 12 }),
  },
  {
    method: 'POST',
    path: '/api/playlist/userplaylist/updatesectionplayback',
    as: 'subscriber',
    json: (k) => ({ ...section(k), user_playlist_id: k['entryId'], position: 13.5 }),
  },
  {
    method: 'PATCH',
    path: '/api/playlist/{id}/order',
    as: 'subscriber',
    params: (k) => ({ id: k['queueSecondId']! }),
    json: (k) => ({ target_archive_Id: k['queueSecondId'], moved_archive_predecessor: null }),
  },
  {
    method: 'PATCH',
    path: '/api/playlist/{kind}order',
    as: 'subscriber',
    params: () => ({ kind: 'favourite' }),
    json: entry('favouriteId', 'secondFavouriteId'),
  },
  { method: 'POST', path: '/playlist/create', as: 'subscriber', isBare: true, form: () => ({}) },
  {
    method: 'POST',
    path: '/playlist/create',
    as: 'subscriber',
    isBare: true,
    form: (k) => ({ program_archive_section_id: k['sectionId'] }),
  },
  { method: 'POST', path: '/playlist/instantplay', as: 'subscriber', isBare: true, form: section },
  {
    method: 'GET',
    path: '/api/playlist/userplaylist',
    as: 'subscriber',
    reply: ['items'],
    learns: { ownFirstId: 'items.0.user_playlist_id' },
  },
  {
    method: 'PATCH',
    path: '/api/playlist/userplaylistorder',
    as: 'subscriber',
    json: (k) => ({ target_archive_Id: k['ownFirstId'], moved_archive_predecessor: null }),
  },
  {
    method: 'DELETE',
    path: '/api/playlist',
    as: 'subscriber',
    json: (k) => ({ user_playlist_id: k['queueFirstId'] }),
  },
  {
    method: 'DELETE',
    path: '/api/playlist',
    as: 'subscriber',
    json: () => ({ all: true, exclude_user_playlist_id_list: [] }),
  },
  // Without either, the client fails because of missing arguments, and so does the server.
  { method: 'DELETE', path: '/api/playlist/favourite', as: 'subscriber', json: () => ({}), code: 1 },
  {
    method: 'DELETE',
    path: '/api/playlist/favourite',
    as: 'subscriber',
    json: (k) => ({ program_id: k['programId'] }),
  },
  { method: 'DELETE', path: '/api/playlist/favourite', as: 'subscriber', json: () => ({ all: true }) },
  {
    method: 'DELETE',
    path: '/api/playlist/history',
    as: 'subscriber',
    json: (k) => ({ user_history_id: k['historyId'] }),
  },
  { method: 'DELETE', path: '/api/playlist/history', as: 'subscriber', json: () => ({ all: true }) },
  {
    method: 'DELETE',
    path: '/api/playlist/bookmark',
    as: 'subscriber',
    json: (k) => ({ user_bookmark_id: k['bookmarkId'] }),
  },
];

const tracking = {
  content_id: 1,
  device_type: 1,
  content_type: 202,
  media_type: 2,
  program_id: 1,
  section_date: '2026-11-21',
  tracking_type: 200,
  tracking_ts: 1_764_000_000,
  duration: 10,
  ip: '203.0.113.9',
  channel: 881,
  campaign_id: 1,
  playback_log_id: 1,
};

/** Tracking: JSON as plain text, and an empty reply. */
export const TRACKING_CALLS: readonly CatalogueCall[] = [
  { method: 'POST', path: '/tracking', isBare: true, text: () => ({ tracking }) },
  {
    method: 'POST',
    path: '/tracking/tag',
    isBare: true,
    text: () => ({ tag_tracking: { keyword: '早晨', tag_type: 100 } }),
  },
  {
    method: 'POST',
    path: '/v2/tracking/live',
    isBare: true,
    text: () => ({ tracking: { ...tracking, tracking_type: 101 }, player_stats_json: {} }),
  },
  {
    method: 'POST',
    path: '/tracking/playbackerror',
    isBare: true,
    text: () => ({
      log: { datetime: '2026-11-21T12:00:00+08:00', ip_address: '203.0.113.9', useragent: 'test', user_id: 1 },
    }),
  },
];
