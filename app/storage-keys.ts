/** Where pages of all tabs tell each other something (localStorage). */
export const SHARED_KEYS = {
  /** Changes with what a member is, and with each change of the account: other tabs then ask anew. Names nobody. */
  member: 'airwave.member',
  /** The browser's own name for itself, and places that the station has not acknowledged yet. */
  places: 'airwave.places',
  /** Quality that was chosen for replays. */
  replayQuality: 'airwave.replay_quality',
  /** Quality that was chosen for films and events. */
  filmQuality: 'airwave.film_quality',
  /** Language of the captions that were chosen; none where they were put away. */
  captions: 'airwave.captions',
  /** Changes with each change of a list of the member's: other tabs that show one read it anew. Names nothing of it. */
  lists: 'airwave.lists',
  /** Written and taken away with each choice of cookies: other tabs hear of it, nothing stays. */
  consent: 'airwave.consent',
  /** Reports that wait, by the name of the document that made them; only with statistics agreed to. */
  reports: 'airwave.reports',
  /** What the station knows this browser by within a day; only with statistics agreed to. */
  visitor: 'airwave.visitor',
} as const;

/** Where a page keeps what belongs to the tab (sessionStorage) after each navigation. */
export const SESSION_KEYS = {
  windowName: 'airwave.window_name',
  navKey: 'airwave.nav_key',
  newsNavKey: 'airwave.news_nav_key',
  userAgent: 'airwave.user_agent',
  ready: 'airwave.ready',
  appBannerClosed: 'airwave.app_banner_closed',
  /** Id of the member to whom this tab has said what was to be said. */
  promptedFor: 'airwave.prompted_for',
  /** When this tab was last loaded anew because a session was over, in Unix milliseconds. */
  reloadedAt: 'airwave.reloaded_at',
  /** Code of an offer that was followed in this tab. */
  promotionCode: 'airwave.promotion_code',
} as const;
