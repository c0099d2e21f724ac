/**
 * What was paid for or is being paid: films, events, listening windows, and of the account the library, tickets, songs
 * and orders.
 */
const BOUGHT =
  /^\/(?:crgovideo|live-event|live|playlist|member\/(?:[^/]+\/checkout|userinfo\/(?:playlist|favourites|listeningHistory|bookmarks|podcasts|live|songs|newSubscription|changePlan|promotion|redeem)))(?:\/|$)/i;

/**
 * Whether the page suppresses unrequested dialogs: it shows a purchase, takes a payment, or plays. They are shown on
 * another page.
 */
export const holdsDialogsBack = (path = window.location.pathname): boolean =>
  BOUGHT.test(path) ||
  document.querySelector('main[data-alone], [data-screen]') !== null ||
  [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some((media) => !media.paused);
