import { GUEST_RESULT_KINDS, MESSAGE_PAGE_KINDS } from '#shared/enums.ts';

/** A page of the public site and what it must answer: in the default layout, or in the blank one. */
export type PublicPage = [path: string, status: 200 | 404, layout: 'default' | 'blank'];

/**
 * Addresses of seeded pieces, one of every kind, by their number alone: each leads to the address with its name.
 * 301 hot topic, 302 column, 303 highlight, 305 editorial, 306 traffic news of the road cooperative and of the newsroom,
 * 307 traffic highlight, 308 phonograph, 304 news.
 */
const ARTICLES = [
  '/article/1000',
  '/article/1001',
  '/highlight/2001',
  '/highlight/2028',
  '/soundcolumn/article/1001',
  '/news/editorial/2501',
  '/news/local/5001',
  '/news2/local/5001',
  '/traffic/info/3001',
  '/traffic/highlight/4509',
  '/traffic/phonograph/4801',
  '/test/article/1000/any/name',
];

const FOUND = [
  '/',
  '/anymind360_review',
  '/live/881',
  '/live/903',
  '/live/903/video',
  '/live/864/anymind360_review',
  '/timetable/881',
  '/timetable/864/list',
  '/program',
  '/program?channel=903&page=2',
  '/program/1035',
  '/playlist/create',
  '/playlist/instantplay',
  '/host',
  '/host/12',
  '/host/41',
  ...ARTICLES,
  '/article/latest',
  '/article/latest?page=2',
  '/article/latest/2',
  '/article/latest/anymind360_review',
  '/article/latest/2/any/anymind360_review',
  '/highlight',
  '/soundcolumn',
  '/soundcolumn/1',
  '/news',
  '/news/hot',
  '/news/recent',
  '/news/traffic',
  '/news/editorial',
  '/news/editorial/category/21',
  '/news/finance',
  '/news2/recent',
  '/chart',
  '/search',
  '/search?q=%E5%8F%B1%E5%92%A4',
  '/search?q=zqxj%20%E9%9B%B6%E5%BE%97',
  '/search/google_review?q=%E7%9A%84%E5%A3%AB',
  '/traffic',
  '/traffic/aim',
  '/traffic/info',
  '/traffic/info?page=2',
  '/traffic/highlight',
  '/traffic/hotline',
  '/traffic/hotline?type=sent',
  '/traffic/fund',
  '/traffic/data/1',
  '/traffic/data/3?area=NT&page=1',
  '/traffic/data/5',
  '/traffic/data/7',
  '/traffic/phonograph',
  '/contactUs',
  '/contactUs/result',
  '/contactUs/result?type=sent',
  '/adService',
  '/recruitment',
  '/recruitment/CR',
  '/recruitment/CRP',
  '/recruitment/CRi',
  '/strokefund/archive',
  '/staticpage/aboutCR',
  '/staticpage/aboutCRP',
  '/staticpage/terms',
  '/staticpage/privacy?lang=en',
  '/staticpage/copyright',
  '/staticpage/faq',
  '/staticpage/tou',
  '/staticpage/usernotice',
  '/staticpage/archiveUserguide',
  '/staticpage/archiveUserguide/2',
  '/livestreamfaq',
];

const NOT_FOUND = [
  '/error',
  '/outside/nothing',
  '/error/500',
  '/nobody/knows/this',
  '/live/999',
  '/timetable/999',
  '/program/abc',
  '/host/99999',
  '/article/999999',
  '/article/latest/abc',
  '/article/latest?page=999',
  '/soundcolumn/99999',
  '/news/nothing',
  '/traffic/data/8',
  '/staticpage/nothing',
  '/recruitment/ABC',
  '/member/error/nothing',
  '/member/user/nothing',
  '/search?q=%E5%8F%B1%E5%92%A4&page=99',
];

/** Pages before the log-in: `members-join.e2e.ts` walks them. */
export const JOIN_PAGES = [
  '/member/register',
  '/member/register/registerFinish',
  '/member/register/welcome',
  '/member/register/registerSuccess',
  '/member/user/login',
  '/member/user/forgetPassword',
  '/member/user/resetPasswordMailSent',
  '/member/user/resetPassword',
  '/member/user/resetPasswordSuccess',
  '/member/user/verifyEmail',
];

/** Pages of who is logged in: `members-account.e2e.ts` walks them. */
export const ACCOUNT_PAGES = [
  '/member/userinfo',
  '/member/userinfo/changePreference',
  '/member/userinfo/memberHistory',
  '/member/userinfo/p2aPhoneVerify',
  '/member/userinfo/devices',
  '/member/userinfo/security',
  '/member/userinfo/data',
];

const MESSAGES = [
  ...MESSAGE_PAGE_KINDS.filter((kind) => kind !== 'show404').map((kind) => `/member/error/${kind}`),
  ...GUEST_RESULT_KINDS.map((kind) => `/member/user/${kind}`),
];

/** Every kind of page of the route map; `tests/laws/routes.test.ts` sees that none is missing. */
export const PUBLIC_PAGES: PublicPage[] = [
  ...FOUND.map((path): PublicPage => [path, 200, 'default']),
  ...MESSAGES.map((path): PublicPage => [path, 200, 'default']),
  ['/member/error/show404', 404, 'default'],
  ['/mobileredirect?appname=toolbar&store=ios', 200, 'blank'],
  ['/outside/my903', 200, 'blank'],
  ['/offline', 200, 'blank'],
  ...NOT_FOUND.map((path): PublicPage => [path, 404, 'blank']),
];
