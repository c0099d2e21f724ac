/** Storage shared by the pages of all tabs (localStorage). */
export const SHARED_KEYS = {
  /**
   * Changes with a member's state, and with each change of the account: other tabs then reload the state. Does not
   * identify anybody.
   */
  member: 'airwave.member',
  /** The browser's random id, and positions not yet acknowledged by the server. */
  positions: 'airwave.places',
  /** Chosen quality of replays. */
  replayQuality: 'airwave.replay_quality',
  /** Chosen quality of films and events. */
  filmQuality: 'airwave.film_quality',
  /** Language of the chosen captions; none if switched off. */
  captions: 'airwave.captions',
  /** Changes with each change of a member's list: other tabs that show one reload it. Contains no list data. */
  lists: 'airwave.lists',
  /** What a guest follows, a JSON list, until it is joined to the list of a member. */
  follows: 'airwave.follows',
  /** Written and removed with each consent choice, as an event for other tabs; nothing remains stored. */
  consent: 'airwave.consent',
  /** Pending reports, by id of their document; only with consent to statistics. */
  reports: 'airwave.reports',
  /** Present while this browser stores replays. */
  downloads: 'airwave.downloads',
  /** The breaking news that were dismissed last. */
  breakingNews: 'airwave.breaking_news',
  /** The offer of lite pages was refused. */
  liteRefused: 'airwave.lite_refused',
  /** Random id of this browser, known to the server within a day; only with consent to statistics. */
  visitor: 'airwave.visitor',
} as const;

/** Storage of the tab after each navigation (sessionStorage, R-028 to R-032). */
export const SESSION_KEYS = {
  windowName: 'airwave.window_name',
  navKey: 'airwave.nav_key',
  newsNavKey: 'airwave.news_nav_key',
  userAgent: 'airwave.user_agent',
  ready: 'airwave.ready',
  appBannerClosed: 'airwave.app_banner_closed',
  /** Id of the member whose prompts were shown in this tab. */
  promptedFor: 'airwave.prompted_for',
  /** When this tab last reloaded because of an expired session, in Unix milliseconds. */
  reloadedAt: 'airwave.reloaded_at',
  /** Code of an offer followed in this tab. */
  promotionCode: 'airwave.promotion_code',
} as const;
