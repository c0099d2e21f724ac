import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { classNamesAsConstants, CSS_MODULES } from './scripts/class-names.ts';
import { withoutUnusedRouterFeatures } from './scripts/router-features.ts';

const OF_MEMBERS = String.raw`forms/(email-|new-password|password-|form-drafts)|pages/(auth|account)/|text/zh-hk/(auth|account|verify-phone)\.`;
const FORMS = String.raw`forms/(?!email-|new-password|password-|form-drafts)|text/zh-hk/(forms|problems)\.`;
/** Texts of a section, and components of lists: on many pages, but not part of the frame of every page. */
const OF_LISTS = String.raw`components/(article|lists)/(?!listen-link|marked-text|how-long-ago)|components/hooks/use-content-viewed|text/zh-hk/(content|home|hosts|info|programs|traffic)\.`;
/** Components of replay pages, except the link that plays one, which is on many pages. */
const OF_REPLAYS = String.raw`components/archive/(?!replay-link)|text/zh-hk/archive\.`;
/** Buttons that add to a member's lists, with their texts: on pages of replays and programmes only. */
const OF_LIBRARY = String.raw`components/library/(list-buttons|list-tabs|get-the-app)|text/zh-hk/library\.`;
/** Films and events, with everything drawn over a picture: on their own pages only, and not loaded by radio pages. */
const OF_SCREEN = String.raw`components/(film|event)/|player/(screen|lease)/|text/zh-hk/(film|films|event-player|live-events)\.|(paths/)?(film|screen|event)-paths\.`;
const OF_CAMPAIGNS = String.raw`pages/campaigns/|text/zh-hk/(campaigns|invitations)|(paths/)?campaign-paths\.`;
/** Texts of refused calls: loaded with the first refusal. */
const OF_REFUSALS = String.raw`components/member/(member-call|prompts|return-address)\.|text/zh-hk/(api-errors|member-messages)\.|paths/return-path\.`;
/** Payments and their texts: on the price list and member pages only. */
const OF_MONEY = String.raw`pages/(plans|checkout)/|components/plans/|text/zh-hk/(plans|payments|refunds|choose-money-error|offline-payment)\.|money-paths\.`;
/** Shared by some pages, but not by most. */
const NOT_FOR_ALL = String.raw`tracking|components/member/use-(own|plan-end)|components/hooks/use-at-end|components/songs/|text/zh-hk/(songs|wallet-ticket)\.|(downloads|song|replay-sale)-paths\.|paths/songs-path\.|components/follows/|text/zh-hk/follow|components/(article/how-long-ago|seo/(list-seo|person|radio-))|components/empty-state/|ui/(detuned-dial|dialog|static-island)|player/(engines/|system/(remote-state|remote-playback|single-tab)|controls/(play-button|use-menu|vod-progress)|replay/(heard-motion|position-log|report-positions|replay-reply)|sources/file)|text/zh-hk/(article|lists|news|money-errors|moment|replay)\.|(domain-error|ids|field-rules|paths/member-paths|money)\.`;
const OF_ARTICLES = String.raw`components/article/(?!published-time)|pages/articles/(article|article-head|key-art|lead-block|reading-time|article-address)\.|text/zh-hk/article\.`;

/** Styles of the frame of every page, and of the cards used by most lists. */
const COMMON_STYLES =
  /\/app\/(styles|ui|layouts\/blank-frame|pages\/errors|components\/(shell|frame|archive\/replay-card|lists\/(card|content-card|program-card|headlines)))[\w./-]*\.(css|class-names\.js)$/;

/** The folder in `app/pages/` that contains a file. */
const areaOf = (id: string) => /\/app\/pages\/([\w-]+)\//.exec(id)?.[1] ?? 'other';

/** Name of a file without its extension. */
const baseNameOf = (id: string) => /([\w-]+)\.[\w.]+$/.exec(id)?.[1] ?? 'other';

/** The style sheet into which a CSS file is bundled: the common one, or that of its area. */
function styleSheetOf(id: string): string {
  if (COMMON_STYLES.test(id)) return 'style';
  // Loaded with the bar, after the first press.
  if (/\/app\/player\/(bar\/|\w+\/replay-)/.test(id)) return 'style-bar';
  if (/\/app\/player\//.test(id)) return 'style-player';
  if (/\/components\/(film|event)\//.test(id)) return 'style-screen';
  if (/\/app\/forms\//.test(id)) return 'style-forms';
  if (/\/app\/ads\/(?!match)/.test(id)) return 'style-ads';
  if (/\/(components\/member|layouts|pages\/(auth|account|outcomes))\//.test(id)) return 'style-members';
  if (/\/components\/article\/|\/pages\/articles\/(article\.|live-blog\/)|\/ads\/match-content/.test(id))
    return 'style-article';
  // Together, as pages of replays show both.
  if (/\/components\/(archive|library)\//.test(id)) return 'style-replays';
  if (/\/components\/follows\//.test(id)) return 'style-followed';
  if (/\/components\/empty-state\//.test(id)) return 'style-empty';
  if (/\/components\/notify\//.test(id)) return 'style-notify';
  if (/\/(components\/plans|pages\/(plans|checkout))\//.test(id)) return 'style-plans';
  // Loaded by a press.
  if (/\/pages\/live\/captions\//.test(id)) return 'style-captions';
  // The home page shows the top of the chart.
  if (/\/chart-list\./.test(id)) return 'style-home';
  if (/\/(components\/lists|pages\/(articles|news))\//.test(id)) return 'style-lists';
  // Of one campaign only.
  const face = /\/pages\/campaigns\/([\w-]+)\//.exec(id)?.[1];
  if (face) return `style-campaign-${face}`;
  return `style-${areaOf(id)}`;
}

/**
 * A group is split by which pages need its files; a part of less source than this, in bytes, goes to the part that is
 * nearest.
 */
const BY_NEED = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_500 };

// By default the bundler creates forty files for the first page, most of a few hundred bytes. These groups are what a
// page loads together: code that changes only with a dependency, code shared by many pages, and code shared by a few,
// grouped by subject. A group also takes the imports of its files, so the more common group has the higher priority.
// Priorities are integers.
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 90 },
  { name: styleSheetOf, test: /\/app\/[\w./-]+\.(css|class-names\.js)$/, priority: 80 },
  // The root of every page, and what most pages load for members: within `frame` it would make all of them larger.
  {
    name: 'shell',
    test: /\/app\/(root|cookies|storage-keys|paths|components\/(shell\/|frame\/member-watch)|layouts\/blank-frame|pages\/errors\/(error-page|page-fault)|player\/(player-host|player\.(store|state)|use-player|sounding-section|bar\/player-bar))/,
    priority: 60,
  },
  // Many pages are member forms: what they share must not be loaded by everybody.
  {
    name: 'common',
    test: new RegExp(
      `/(app|shared)/(?!pages/|${FORMS}|${OF_MEMBERS}|${OF_LISTS}|${OF_REPLAYS}|${OF_LIBRARY}|${OF_REFUSALS}|${OF_MONEY}|${OF_SCREEN}|${OF_CAMPAIGNS}|${NOT_FOR_ALL})`,
    ),
    minShareCount: 6,
    priority: 50,
  },
  { name: 'forms', test: new RegExp(`/app/(${FORMS})|/domain/forms/`), priority: 40, ...BY_NEED },
  {
    name: 'members',
    test: new RegExp(
      `/app/(${OF_MEMBERS})|/domain/(auth|members|passwords|registration|security-events)/|/domain/(phones/phone|phone-verification/verification)-forms`,
    ),
    priority: 30,
    ...BY_NEED,
  },
  // Result pages.
  {
    name: 'outcomes',
    test: /\/app\/(pages\/(outcomes|payment-story)\/|text\/zh-hk\/(outcomes|payment-story)\.)/,
    minShareCount: 2,
    priority: 29,
  },
  { name: 'money', test: new RegExp(`/(${OF_MONEY})`), priority: 28, ...BY_NEED },
  // The frame of every ordinary page: one file, because its parts are always loaded together, except those loaded on a
  // press.
  {
    name: 'frame',
    test: /\/app\/(components\/frame\/(?!app-c|footer-body|legal-menu|menu|nav-entries|suggestions)|ui\/dialog)/,
    priority: 25,
  },
  // Tracking reports: loaded when a page is idle, with the first report.
  {
    name: 'reports',
    test: /\/app\/tracking(-paths|\/(reports|report-queue|kept-reports|random-name))\./,
    priority: 24,
  },
  // Each alone, as pages need one of these without the rest of its group, such as an article a file's source without
  // all kinds of sessions.
  {
    name: baseNameOf,
    test: /\/app\/(player\/(sources\/file|bar\/use-telling|controls\/vod-progress|replay\/replay-quality)|text\/zh-hk\/(article|problems|traffic)|components\/(lists\/crumbs|film\/together\/together-query))\./,
    minShareCount: 2,
    priority: 48,
  },
  // Of every ad in a frame: merged with others, it would bring the lists of the home page to the player.
  { name: 'ad-frames', test: /\/app\/(ads\/(ask-why|meet-frame|why-asked)|tracking\/report-ad)\./, priority: 23 },
  // Loaded with the menus: merged with others, it would bring the pages of news to all of them.
  { name: 'menu', test: /\/app\/components\/frame\/menu(-link)?\./, minShareCount: 2, priority: 23 },
  // Loaded when any page is idle: within `lists` it would bring the components of lists, with their styles, to all.
  { name: 'ago', test: /\/app\/(components\/article\/how-long-ago|text\/zh-hk\/content)\./, priority: 47 },
  // Each alone: merged with what else a few pages share, either would bring its styles to all of them.
  { name: 'dial', test: /\/app\/ui\/detuned-dial\./, priority: 23 },
  { name: 'empty', test: /\/app\/components\/empty-state\//, priority: 23 },
  {
    name: 'lists',
    test: /\/app\/(components\/(lists\/(?!chart-list|film-card|news-nav)|article\/published-time)|text\/zh-hk\/content)/,
    minShareCount: 2,
    priority: 22,
  },
  // The button alone: what it does is loaded after the first paint.
  { name: 'follows', test: /\/app\/(components\/follows\/follow-button|text\/zh-hk\/follow-button)\./, priority: 21 },
  {
    name: 'share',
    test: /\/app\/components\/article\/(share-bar|share-or-copy|copy-link)\./,
    minShareCount: 2,
    priority: 21,
  },
  { name: 'static-body', test: /\/app\/components\/article\/(static-body|rich-text)\./, priority: 21 },
  { name: 'article', test: new RegExp(`/app/(${OF_ARTICLES})`), priority: 20 },
  // Ad slots of a page reached by client-side navigation: nothing from other groups, because every page names the files
  // it needs.
  {
    name: 'ads',
    test: /\/app\/(ads\/(slot-box|house-)|text\/zh-hk\/ads)|\/domain\/ads\/ad-(slots|groups|prices)/,
    priority: 49,
  },
  // Of every list, of the home page, and of the navigation: not for pages without a list.
  { name: 'list-texts', test: /\/app\/text\/zh-hk\/lists\./, priority: 46 },
  { name: 'refusals', test: new RegExp(`/(app|shared)/(${OF_REFUSALS})`), priority: 45 },
  // Shared by the player's controller and its bar: in no file that a page has for itself.
  { name: 'sessions', test: /\/app\/player\/(sources\/(?!source\.)|live-session|vod-session)/, priority: 47 },
  // Formats of amounts and instants, and device names: on pages of films and of members alike.
  { name: 'amounts', test: /\/(shared\/money|text\/zh-hk\/moment)\./, priority: 48 },
  { name: 'device', test: /\/domain\/security-events\/user-agent/, priority: 48 },
  // Texts of replays and of catching up with live: loaded with the press of one.
  {
    name: 'replaying',
    test: /\/app\/(text\/zh-hk\/(replay|exact-clock)\.|player\/(replay\/catch-up|lease\/other-playbacks|controls\/chase-button))/,
    priority: 46,
  },
  // Merged with others, it would bring their files to the list of what the live page loads late.
  { name: 'moment-path', test: /\/shared\/paths\/live-moment\./, priority: 46 },
  // Of the live page and the songs of a channel: in no file that brings other pages' parts to them.
  {
    name: 'on-air',
    test: /\/(app\/(text\/zh-hk\/(live|songs)\.|player\/channel\/available-sound|pages\/live\/use-available-sound|components\/songs\/keep-song-button)|shared\/paths\/songs-path\.)/,
    minShareCount: 2,
    priority: 19,
  },
  { name: 'list-buttons', test: new RegExp(`/app/(${OF_LIBRARY})`), minShareCount: 2, priority: 19 },
  { name: 'replays', test: new RegExp(`/app/(${OF_REPLAYS})`), priority: 18, ...BY_NEED },
  // Common to everything played under a lease; loaded with the first of it.
  {
    name: 'leases',
    test: /\/app\/player\/(lease\/|screen\/screen-reply|replay\/(heard-motion|position-log|report-positions|replay-reply))/,
    minShareCount: 2,
    priority: 17,
  },
  // Common to every player, on its page or in the bar.
  {
    name: 'controls',
    test: /\/app\/player\/controls\/(play-button|sleep-menu|use-menu|volume-control)/,
    minShareCount: 2,
    priority: 17,
  },
  // Needed once a stream is loaded, with the engine that plays it.
  {
    name: 'streams',
    test: /\/(app\/player\/engines\/(playlist-clock|mark-shelf|read-playlist)|domain\/songs\/marks)/,
    minShareCount: 2,
    priority: 48,
  },
  {
    name: 'engines',
    test: /\/app\/player\/(engines\/|system\/(remote-state|single-tab))/,
    minShareCount: 2,
    priority: 17,
  },
  { name: 'screen-paths', test: /\/(app\/screen|shared\/paths\/event)-paths\./, minShareCount: 2, priority: 17 },
  // Small files are merged only with files of their own kind, so that no radio page loads one of these with its own.
  ...[
    { name: 'screen', test: new RegExp(`/(${OF_SCREEN})|/app/pages/live-events/`) },
    { name: 'campaigns', test: new RegExp(`/(${OF_CAMPAIGNS})`) },
  ].map((group) => ({
    ...group,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
    priority: 16,
  })),
  { name: areaOf, test: /\/app\/pages\/(news|traffic|account|library|films)\//, minShareCount: 2, priority: 15 },
  {
    name: 'part',
    test: /\/(app|domain|shared)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3_000,
    priority: 10,
  },
];

/** The bundler names a shared chunk after all the pages that share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`;
/** A first visit loads the names of all files, so each has only as many characters as distinguish its versions. */
const FILE_NAMES = {
  chunkFileNames,
  entryFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

// The server entry is an input of the SSR build, so pages, APIs and services share one module graph: one pool, one config.
export default defineConfig({
  plugins: [
    reactRouter(),
    classNamesAsConstants(),
    withoutUnusedRouterFeatures(),
    // The framework names every entry of the server alike.
    {
      name: 'entry-names',
      applyToEnvironment: ({ name }) => name === 'ssr',
      outputOptions: (options) => ({ ...options, entryFileNames: '[name].js' }),
    },
  ],
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: CSS_MODULES },
  },
  build: { cssMinify: 'lightningcss', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          output: { codeSplitting: { groups: CHUNKS }, ...FILE_NAMES },
        },
      },
    },
    // Both name a file alike: a page would load it twice otherwise, once for what the server rendered.
    ssr: {
      // Hundreds of small files, half of the time of loading the server: Node parses the package.json of Drizzle, 180 kB,
      // anew for each of its files.
      resolve: { noExternal: ['drizzle-orm', '@simplewebauthn/server', /^@peculiar\//, 'tsyringe'] },
      build: {
        rollupOptions: {
          input: { main: './server/main.ts', prepare: './scripts/prepare.ts' },
          output: { assetFileNames: FILE_NAMES.assetFileNames },
        },
      },
    },
  },
  optimizeDeps: {
    include: ['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom', 'hls.js/light'],
  },
  server: { middlewareMode: true },
});
