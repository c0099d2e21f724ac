import type { CatalogueCall } from './catalogue-call.ts';

// Calls that screens need and that the catalogue only proposes, naming some of their fields.

/** Calls that return the ids used by other calls. */
export const NEEDED_CALLS: readonly CatalogueCall[] = [
  {
    method: 'GET',
    path: '/api/programarchives/mostviewed',
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/userinfo/memberHistory',
    as: 'subscriber',
    reply: ['transactions'],
    learns: { profileId: 'recurring_profiles.0.recurring_profile_id' },
  },
];

export const PROPOSED_CALLS: readonly CatalogueCall[] = [
  { method: 'GET', path: '/api/subscription/plans', reply: ['plans'] },
  {
    method: 'GET',
    path: '/api/payment/result',
    as: 'member',
    query: () => ({ transaction_id: 'SU26112100000001', product_type: 'Subscription' }),
    code: 6,
  },
  { method: 'GET', path: '/api/userinfo/profile', as: 'member', reply: ['surname', 'given_name', 'device_ids'] },
  {
    method: 'POST',
    path: '/api/userinfo/redeem',
    as: 'member',
    json: () => ({ redeem_code: 'NOSUCHCODE' }),
    code: 70012,
  },
  {
    method: 'POST',
    path: '/api/payment/changePlan',
    as: 'subscriber',
    json: (k) => ({ subscription_plan_id: k['planId'] }),
    code: 30006,
  },
  {
    method: 'GET',
    path: '/api/articles',
    query: () => ({ content_type: 301, count: 2, offset: 0 }),
    reply: ['articles'],
    learns: { articleId: 'articles.0.article_id' },
  },
  { method: 'GET', path: '/api/articles/{id}', params: (k) => ({ id: k['articleId']! }) },
  {
    method: 'GET',
    path: '/api/articles/mostviewed',
    query: () => ({ content_type: 301, count: 2 }),
    reply: ['articles'],
  },
  {
    method: 'GET',
    path: '/api/news',
    query: () => ({ section: 'local', count: 2, offset: 0 }),
    reply: ['news'],
    learns: { newsId: 'news.0.article_id' },
  },
  { method: 'GET', path: '/api/news/{id}', params: (k) => ({ id: k['newsId']! }) },
  { method: 'GET', path: '/api/traffic/info' },
  {
    method: 'GET',
    path: '/api/traffic/data/{type}',
    params: () => ({ type: 4 }),
    query: () => ({ area: 'KLN' }),
    reply: ['rows'],
  },
  { method: 'GET', path: '/api/traffic/phonograph' },
  { method: 'GET', path: '/api/hosts', reply: ['hosts'] },
  { method: 'GET', path: '/api/programs/{id}', params: (k) => ({ id: k['programId']! }), reply: ['program'] },
  {
    method: 'GET',
    path: '/api/chart',
    reply: ['position', 'title', 'artist', 'last_position', 'channel_bitwise'].map((name) => `entries.0.${name}`),
  },
  { method: 'GET', path: '/api/search', query: () => ({ q: '交通', sort: 'latest', offset: 0 }), reply: ['items'] },
  {
    method: 'GET',
    path: '/api/premium',
    query: () => ({ category_id: 4, q: '電車', offset: 0 }),
    reply: ['items'],
  },
  {
    method: 'GET',
    path: '/api/premium',
    reply: ['items'],
    learns: { filmId: 'items.0.item_id' },
  },
  { method: 'GET', path: '/api/premium/{id}', params: (k) => ({ id: k['filmId']! }) },
  // It is rented first.
  {
    method: 'GET',
    path: '/api/premium/{id}/playback',
    as: 'member',
    params: (k) => ({ id: k['filmId']! }),
    code: '121001',
  },
  { method: 'GET', path: '/api/premium/my', as: 'member' },
  { method: 'GET', path: '/api/replaysales/my', as: 'member', reply: ['items'] },
  {
    method: 'GET',
    path: '/api/live-event/{id}',
    as: 'member',
    params: () => ({ id: 1 }),
    reply: ['id', 'title', 'start_ts', 'end_ts', 'source', 'requires'],
  },
  {
    method: 'GET',
    path: '/api/campaign/{name}',
    params: () => ({ name: 'cantopopcorn365days' }),
    reply: ['campaign_id', 'name', 'status', 'target', 'quota', 'sold', 'products'],
  },
  { method: 'GET', path: '/api/campaign/reply/{code}', params: () => ({ code: 'demo-invitation-yes-01' }) },
  { method: 'GET', path: '/api/keepalive' },
];
