import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { campaignRoutes, madeCampaignRoutes } from './pages/campaigns/campaign-routes.ts';
import { CAMPAIGNS } from './pages/campaigns/campaign-table.ts';

// The URL map of the whole site, written by hand. The order does not matter: static segments win over parameters.
export default [
  layout('layouts/default-layout.tsx', [
    // HOME
    index('pages/home/home.tsx'),
    route('anymind360_review', 'pages/home/home-review.tsx'),

    // LIVE
    route('live/:id', 'pages/live/live.tsx'),
    route('live/:id/video', 'pages/live/live.tsx', { id: 'live-video' }),
    route('live/:id/anymind360_review', 'pages/live/live.tsx', { id: 'live-review' }),

    // SONGS
    route('songs/:channel', 'pages/songs/songs.tsx'),
    route('songs/endless', 'pages/songs/endless.tsx'),
    route('songs/song/:id', 'pages/songs/song.tsx'),
    route('songs/singer/:name', 'pages/songs/singer.tsx'),

    // NOTIFICATIONS
    route('following/notify', 'pages/notify/notify.tsx'),
    route('following/stop-mail', 'pages/notify/stop-mail.tsx'),

    // STATUS
    route('status', 'pages/status/status.tsx'),
    route('bulletin', 'pages/bulletin/bulletin.tsx'),

    // TIMETABLE
    route('timetable/:channel', 'pages/timetable/timetable.tsx'),
    route('timetable/:channel/list', 'pages/timetable/timetable-list.tsx'),

    // PROGRAMMES
    route('program', 'pages/programs/programs.tsx'),
    route('program/archives', 'pages/archive/archives.tsx'),
    route('program/archives/bought', 'pages/archive/single/bought.tsx'),
    route('program/archives/notBought', 'pages/archive/single/not-bought.tsx'),
    route('program/archives/:id', 'pages/archive/replay.tsx'),
    route('program/archives/:id/buy', 'pages/archive/single/buy.tsx'),
    route('program/:id/:name?', 'pages/programs/program.tsx'),

    // ARCHIVE WINDOW
    route('playlist/create', 'pages/playlist/create-playlist.tsx'),
    route('playlist/instantplay', 'pages/playlist/instant-play.tsx'),

    // HOSTS
    route('host', 'pages/hosts/hosts.tsx'),
    route('host/:id/:name?', 'pages/hosts/host.tsx'),

    // ARTICLES
    route('article/:id/:cat?/:name?', 'pages/articles/article.tsx'),
    route('test/article/:id/:cat?/:name?', 'pages/articles/article-test.tsx'),
    route('highlight/:id/:cat?/:name?', 'pages/articles/highlight-article.tsx'),
    route('soundcolumn/article/:id/:cat?/:name?', 'pages/articles/column-article.tsx'),
    route('news/:section/:id/:name?', 'pages/news/news-article.tsx'),
    route('news2/:section/:id/:name?', 'pages/news/news-article.tsx', { id: 'news2-article' }),
    route('traffic/info/:id/:name?', 'pages/traffic/info-article.tsx'),
    route('traffic/highlight/:id/:cat?/:name?', 'pages/traffic/highlight-article.tsx'),
    route('traffic/phonograph/:id/:name?', 'pages/traffic/phonograph-article.tsx'),

    // DRAFTS
    route('preview/:token', 'pages/preview/preview.tsx'),

    // LISTS OF ARTICLES
    route('article/latest/:id?/:cat?', 'pages/articles/articles.tsx'),
    route('article/latest/:id?/:cat?/anymind360_review', 'pages/articles/articles.tsx', { id: 'articles-review' }),
    route('highlight', 'pages/articles/highlights.tsx'),
    route('soundcolumn/:id?/:cat?', 'pages/articles/sound-columns.tsx'),

    // LISTS OF NEWS
    route('news', 'pages/news/hot.tsx', { id: 'news' }),
    route('news/hot', 'pages/news/hot.tsx'),
    route('news/recent', 'pages/news/recent.tsx'),
    route('news/traffic', 'pages/news/traffic-news.tsx'),
    route('news/editorial', 'pages/news/editorial.tsx'),
    route('news/editorial/category/:id/:name?', 'pages/news/editorial.tsx', { id: 'news-editorial-category' }),
    route('news/:section', 'pages/news/section.tsx'),
    route('news2/recent', 'pages/news/recent.tsx', { id: 'news2-recent' }),

    // CHART
    route('chart', 'pages/chart/chart.tsx'),

    // SEARCH
    route('search', 'pages/search/search.tsx'),
    route('search/google_review', 'pages/search/search-review.tsx'),

    // TRAFFIC
    route('traffic', 'pages/traffic/traffic-main.tsx'),
    route('traffic/aim', 'pages/traffic/traffic-text.tsx', { id: 'traffic-aim' }),
    route('traffic/info', 'pages/traffic/traffic-info.tsx'),
    route('traffic/highlight', 'pages/traffic/traffic-highlight.tsx'),
    route('traffic/hotline', 'pages/traffic/traffic-hotline.tsx'),
    route('traffic/fund', 'pages/traffic/traffic-text.tsx', { id: 'traffic-fund' }),
    route('traffic/data/:type', 'pages/traffic/traffic-data.tsx'),
    route('traffic/phonograph', 'pages/traffic/traffic-phonograph.tsx'),

    // FILMS
    route('crgovideo', 'pages/films/landing.tsx'),
    route('crgovideo/search', 'pages/films/film-search.tsx'),
    route('crgovideo/all/:id?/:cat?', 'pages/films/films.tsx'),
    route('crgovideo/purchase/:id', 'pages/films/purchase.tsx'),
    route('crgovideo/purchaseSuccess', 'pages/films/purchase-success.tsx'),
    route('crgovideo/purchaseFailure', 'pages/films/purchase-failure.tsx'),
    route('crgovideo/myvideo', 'pages/films/my-videos.tsx'),
    route('crgovideo/myvideo/history', 'pages/films/my-history.tsx'),
    route('crgovideo/:id/:name?', 'pages/films/film.tsx'),

    // THE COMPANY
    route('contactUs', 'pages/info/contact.tsx'),
    route('contactUs/result', 'pages/info/contact-result.tsx'),
    route('adService', 'pages/info/info-page.tsx', { id: 'ad-service' }),
    route('recruitment/:company?', 'pages/info/recruitment.tsx'),
    route('strokefund/archive', 'pages/info/stroke-fund.tsx'),
    route('staticpage/archiveUserguide/:idx?', 'pages/info/archive-guide.tsx'),
    route('staticpage/:name', 'pages/info/static-page.tsx'),
    route('livestreamfaq', 'pages/info/info-page.tsx', { id: 'live-stream-faq' }),

    // MEMBERS: AFTER A MAILED LINK
    route('member/register/registerSuccess', 'pages/auth/join/register-success.tsx'),
    route('member/user/verifyEmail', 'pages/auth/join/verify-email.tsx'),

    // PRICES
    route('pricing', 'pages/info/prices.tsx'),

    // MESSAGES TO MEMBERS
    route('member/user/stopRecurring', 'pages/plans/subscription/stop-by-link.tsx'),
    route('member/user/guestOrders', 'pages/checkout/guest-orders.tsx'),
    route('member/user/paymentStory', 'pages/payment-story/payment-story.tsx'),
    route('member/error/:kind', 'pages/outcomes/outcome.tsx'),
    route('member/user/:kind', 'pages/outcomes/outcome.tsx', { id: 'result' }),

    // MEMBERS: THE ACCOUNT
    route('member/userinfo', 'pages/account/account-shell.tsx', [
      index('pages/account/account.tsx'),
      route('changePreference', 'pages/account/preferences.tsx'),
      route('memberHistory', 'pages/plans/history/history.tsx'),
      route('p2aPhoneVerify', 'pages/account/phones/verify-phone.tsx'),
      route('devices', 'pages/account/security/devices.tsx'),
      route('live', 'pages/account/listening/my-live.tsx'),
      route('songs', 'pages/account/listening/my-songs.tsx'),
      route('replayGifts', 'pages/account/gifts/replay-gifts.tsx'),
      route('myYear', 'pages/account/listening/my-year.tsx'),
      route('security', 'pages/account/security/security.tsx'),
      route('data', 'pages/account/data.tsx'),

      // MEMBERS: PAYMENTS
      route('newSubscription', 'pages/plans/subscription/subscription.tsx'),
      route('newSubscriptionSuccess', 'pages/plans/outcome/payment-success.tsx'),
      route('newSubscriptionFailure', 'pages/plans/outcome/payment-failure.tsx'),
      route('newServiceFailure', 'pages/plans/outcome/payment-failure.tsx', { id: 'new-service-failure' }),
      route('testingPaydollarSubscription', 'pages/plans/subscription/test-paydollar.tsx'),
      route('promotion/:code?', 'pages/plans/subscription/promotion.tsx'),
      route('changePlan', 'pages/plans/subscription/change-plan.tsx'),
      route('changePlanSuccess', 'pages/plans/subscription/change-plan-success.tsx'),
      route('changePlanFailure', 'pages/plans/outcome/payment-failure.tsx', { id: 'change-plan-failure' }),
      route('changeCard', 'pages/plans/subscription/change-card.tsx'),
      route('changeCardSuccess', 'pages/plans/subscription/change-card-success.tsx'),
      route('stopRecurring', 'pages/plans/subscription/stop-recurring.tsx'),
      route('stopRecurringFail', 'pages/plans/subscription/stop-recurring-fail.tsx'),
      route('cancelPayment', 'pages/plans/outcome/cancel-payment.tsx'),
      route('redeem', 'pages/plans/codes/redeem.tsx'),
      route('redeemSuccess', 'pages/plans/codes/redeem-success.tsx'),
      route('redeemFailure', 'pages/plans/codes/redeem-failure.tsx'),
      route('offlineSubscription', 'pages/plans/offline/offline.tsx'),
      route('offlineSubscriptionSuccess', 'pages/plans/offline/offline-success.tsx'),
      route('offlineSubscriptionFailure', 'pages/plans/offline/offline-failure.tsx'),

      // MEMBERS: LIBRARY
      layout('pages/library/library-shell.tsx', [
        route('playlist', 'pages/library/playlist.tsx'),
        route('favourites', 'pages/library/favourites.tsx'),
        route('listeningHistory', 'pages/library/listening-history.tsx'),
        route('bookmarks', 'pages/library/bookmarks.tsx'),
        route('podcasts', 'pages/library/podcasts.tsx'),
      ]),
    ]),

    // FOLLOWING: at the end, where it makes the map of routes, which every page loads, a little smaller
    route('following', 'pages/following/following.tsx'),

    // REPLAYS STORED IN THE BROWSER
    route('kept', 'pages/downloads/downloads.tsx'),
  ]),

  layout('layouts/art-layout.tsx', [
    // MEMBERS: BEFORE LOGIN
    route('member/register', 'pages/auth/join/register.tsx'),
    route('member/register/registerFinish', 'pages/auth/join/register-finish.tsx'),
    route('member/register/welcome', 'pages/auth/password/set-password.tsx', { id: 'register-welcome' }),
    route('member/user/login', 'pages/auth/login.tsx'),
    route('member/user/forgetPassword', 'pages/auth/password/forget-password.tsx'),
    route('member/user/resetPasswordMailSent', 'pages/auth/password/reset-mail-sent.tsx'),
    route('member/user/resetPassword', 'pages/auth/password/set-password.tsx', { id: 'reset-password' }),
    route('member/user/resetPasswordSuccess', 'pages/auth/password/reset-success.tsx'),
  ]),

  layout('layouts/blank-layout.tsx', [
    // PAYMENTS: EACH IS ITS OWN DOCUMENT
    route('member/ticket/purchase', 'pages/plans/buy-tickets.tsx'),
    route('member/:gateway/checkout', 'pages/checkout/checkout.tsx'),
    route('member/:gateway/:callback', 'pages/checkout/result.tsx'),

    // LIVE EVENTS
    route('live-event/diagnostic', 'pages/live-events/diagnostic.tsx'),
    route('live-event/:id/:name?', 'pages/live-events/live-event.tsx'),

    // CAMPAIGNS
    ...campaignRoutes(CAMPAIGNS),
    route('campaign/reply/:code', 'pages/campaigns/reply/reply.tsx'),
    madeCampaignRoutes(),
    route('preview/campaign/:token', 'pages/campaigns/plain/preview.tsx'),

    // APPS
    route('mobileredirect', 'pages/info/mobile-redirect.tsx'),

    // EXTERNAL SITES IN THE DEMO
    route('outside/:name', 'pages/info/outside.tsx'),

    // OFFLINE
    route('offline', 'pages/errors/offline.tsx'),

    // EVERYTHING ELSE
    route('error/:httpStatusCode?', 'pages/errors/not-found.tsx', { id: 'error' }),
    route('*', 'pages/errors/not-found.tsx', { id: 'catch-all' }),
  ]),

  // DOCUMENTS
  route('figures/proof/key.pem', 'pages/proof-of-play/key.ts', { id: 'key' }),
  route('mobileredirect/:code', 'pages/info/app-code.ts'),

  // MEMBERS: FORMER ADDRESSES
  route('welcome', 'pages/auth/former-address.ts', { id: 'former-welcome' }),
  route('registerSuccess', 'pages/auth/former-address.ts', { id: 'former-register-success' }),

  // LITE
  route('lite/*', 'pages/lite/lite.ts', { id: 'lite' }),

  // FEEDS
  route('xmltv.xml', 'pages/exchange/xmltv.ts', { id: 'xmltv' }),
  route('radiodns/spi/3.1/SI.xml', 'pages/exchange/radiodns-service.ts', { id: 'radiodns-service' }),
  route('radiodns/spi/3.1/id/:fqdn/:service/:file', 'pages/exchange/radiodns-programmes.ts', {
    id: 'radiodns-programmes',
  }),
  route('feeds/traffic-situations.xml', 'pages/exchange/traffic-georss.ts', { id: 'traffic-georss' }),
  route('sitemap.xml', 'pages/feeds/sitemap.ts', { id: 'sitemap' }),
  route('sitemap/:part', 'pages/feeds/sitemap-part.ts', { id: 'sitemap-part' }),
  route('feeds/:feed', 'pages/feeds/rss.ts', { id: 'rss' }),
  route('feeds/podcast/bulletin.xml', 'pages/feeds/bulletin-podcast.ts', { id: 'bulletin-podcast' }),
  route('feeds/podcast/:feed', 'pages/feeds/program-podcast.ts', { id: 'program-podcast' }),
  route('member/podcasts/:feed', 'pages/feeds/own-podcast.ts', { id: 'own-podcast' }),
  route('calendar/:file', 'pages/calendars/broadcast-calendar.ts', { id: 'broadcast-calendar' }),
  route('breaking-news.json', 'pages/feeds/breaking-news.ts', { id: 'breaking-news' }),
  route('house-ads.json', 'pages/house-ads/house-ads.ts', { id: 'house-ads' }),
  route('robots.txt', 'pages/feeds/robots.ts', { id: 'robots' }),
  route('manifest.webmanifest', 'pages/feeds/manifest.ts', { id: 'manifest' }),
] satisfies RouteConfig;
