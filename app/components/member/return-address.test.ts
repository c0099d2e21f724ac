import { afterEach, describe, expect, it, vi } from 'vitest';
import { returnPath } from '#shared/paths/return-path.ts';
import { rememberReturn, returnAddress } from './return-address.ts';

afterEach(() => vi.unstubAllGlobals());

describe('where a log-in may lead back to', () => {
  it.each(['/', '/live/903', '/program/1035/%E8%99%9F?page=2', '/member/userinfo'])('takes the path %s', (path) => {
    expect(returnPath(path)).toBe(path);
    expect(returnAddress(`a=1; redirect=${encodeURIComponent(path)}; b=2`)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'live/903',
    '',
    `/${'a'.repeat(600)}`,
    '/member/user/login',
    '/member/register',
    '/MEMBER/user/login?x',
    '/節目',
  ])('never leads to %j', (address) => {
    expect(returnPath(address)).toBeNull();
    expect(returnAddress(`redirect=${encodeURIComponent(address)}`)).toBeNull();
  });

  it('takes a cookie that cannot be read for none', () => {
    expect(returnAddress('redirect=%E0%A4%A')).toBeNull();
    expect(returnAddress(null)).toBeNull();
  });

  it('is kept for half an hour (R-469)', () => {
    const page = { cookie: '' };
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { protocol: 'https:', hostname: 'radio.example' });
    rememberReturn('/live/903?x=1');
    expect(page.cookie).toBe('redirect=%2Flive%2F903%3Fx%3D1; Path=/; Max-Age=1800; SameSite=Lax; Secure');
    rememberReturn('//evil.example');
    expect(page.cookie).toContain('live');
  });
});
