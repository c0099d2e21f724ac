import { expect, it } from 'vitest';
import { decodableTarget, holdsCookiesOf, pageAddress } from './page-address.ts';

const keyOf = (url: string, cookies?: string) => pageAddress(url, cookies).key;

it('makes one page of addresses that differ in what no page reads, or in the order of it', () => {
  expect(keyOf('/program?utm_source=x&page=2&category_id=3')).toBe(keyOf('/program?category_id=3&page=2&fbclid=1'));
  expect(pageAddress('/program?utm_source=<script>', undefined).url).toBe('/program');
});

it('keeps apart what pages read', () => {
  const urls = ['/program', '/program?page=2', '/program?page=3', '/program?category_id=2', '/program/2'];
  expect(new Set(urls.map((url) => keyOf(url))).size).toBe(urls.length);
});

it('lets no address pass for another', () => {
  const wanted = keyOf('/program?page=2');
  for (const forged of ['/program%00page=2', '/program\u0000page=2', '/program%3Fpage=2', '/program?a=1%26page=2'])
    expect(keyOf(forged)).not.toBe(wanted);
  const textOnly = keyOf('/timetable/881/list', 'timetable_text=1');
  expect(keyOf('/timetable/881/list%20timetable_text')).not.toBe(textOnly);
});

it('knows the cookie that changes a page, on that page only', () => {
  expect(keyOf('/timetable/881/list', 'timetable_text=1')).not.toBe(keyOf('/timetable/881/list'));
  expect(keyOf('/timetable/881/list', 'other=1')).toBe(keyOf('/timetable/881/list'));
  expect(keyOf('/program', 'timetable_text=1')).toBe(keyOf('/program'));
  // A page in two languages is distinguished by its URL, which CDNs see too.
  expect(keyOf('/staticpage/terms', 'lang=en')).toBe(keyOf('/staticpage/terms'));
  expect(keyOf('/staticpage/terms?lang=en')).not.toBe(keyOf('/staticpage/terms'));
});

it('takes the path of a link that was cut off within a character literally, and refuses a call', () => {
  expect(decodableTarget('/news/%E0%A4%A?q=%E9%A6')).toBe('/news/%25E0%25A4%25A?q=%E9%A6');
  for (const kept of ['/news', '/news?q=%', '/hosts/%E9%A6%99', '/api/articles/%E0%A4%A'])
    expect(decodableTarget(kept)).toBe(kept);
});

it('keeps nothing of an absurd length', () => {
  expect(keyOf(`/program?keyword=${'x'.repeat(400)}`)).toBeNull();
});

it('measures an address without what no page reads: noise behind it finds the kept page', () => {
  for (const noise of [`utm_source=${'x'.repeat(5_000)}`, Array.from({ length: 500 }, (_, i) => `n${i}=1`).join('&')])
    expect(pageAddress(`/program?${noise}&page=2`, undefined)).toEqual({
      key: '/program?page=2',
      url: '/program?page=2',
      cookies: [],
    });
});

it('takes an address that names the site too, as a proxy may send it', () => {
  expect(pageAddress('http://radio.example/program?page=2', undefined).url).toBe('/program?page=2');
  expect(pageAddress('http://radio.example', undefined).url).toBe('/');
  expect(pageAddress('http://radio.example?page=2', undefined).url).toBe('/?page=2');
  expect(pageAddress('//elsewhere.example/program', undefined).url).toBe('//elsewhere.example/program');
});

it('knows when a page depends on a cookie that its key does not hold', () => {
  const terms = 'fresh=15;stale=60;cookies=timetable_text';
  expect(holdsCookiesOf(pageAddress('/timetable/881/list', undefined), terms)).toBe(true);
  // The router treats these as the same page.
  for (const odd of [
    '/TIMETABLE/881/list',
    '/timetable/881/list/',
    '/%74imetable/881/list',
    '/x/../timetable/881/list',
  ])
    expect(holdsCookiesOf(pageAddress(odd, undefined), terms)).toBe(false);
  expect(holdsCookiesOf(pageAddress('/program', undefined), 'fresh=15;stale=60')).toBe(true);
  expect(holdsCookiesOf(pageAddress('/program', undefined), null)).toBe(true);
});

it('keeps no page of a member, however its path is spelt, and leaves it every query', () => {
  for (const path of [
    '/member',
    '/member/userinfo',
    '/member/userinfo.data',
    '/member.data',
    '/MEMBER/userinfo',
    '/%6dember/userinfo',
    '/member%2Fuserinfo',
    '//member/userinfo',
    '/x/../member/userinfo',
    '/x/%2e%2e/member',
  ])
    expect(pageAddress(`${path}?code=abc&return=/`, undefined), path).toEqual({
      key: null,
      url: `${path}?code=abc&return=/`,
      cookies: [],
    });
});

it('leaves the bare addresses of mailed links the code behind them, and keeps none of them', () => {
  for (const path of ['/welcome?code=abc', '/registerSuccess?code=abc', '/welcome.data?code=abc'])
    expect(pageAddress(path, undefined)).toMatchObject({ key: null, url: path });
  expect(pageAddress('/welcomes?code=abc', undefined).key).toBe('/welcomes');
});

it('keeps pages whose address only looks like a member page', () => {
  for (const path of ['/members', '/program/1/member', '/news/member', '/article/1/remember'])
    expect(pageAddress(path, '__Host-session=x'), path).toEqual({ key: path, url: path, cookies: [] });
});

it('keeps no preview of a draft, however its address is spelled', () => {
  for (const url of ['/preview/1-2-x', '/preview/1-2-x.data', '/Preview/1-2-x', '/%70review/1-2-x?page=1'])
    expect(keyOf(url), url).toBeNull();
});
