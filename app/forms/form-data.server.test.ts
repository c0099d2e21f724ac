import { expect, it } from 'vitest';
import { formData } from './form-data.server.ts';

const posted = (body: string, type?: string) =>
  new Request('http://localhost/contact', {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  });

it('reads a form', async () => {
  const form = await formData(posted('day=2026-11-23', 'application/x-www-form-urlencoded'));
  expect(form.get('day')).toBe('2026-11-23');
});

it.each([
  ['{}', 'application/json'],
  ['a', undefined],
  ['', 'nonsense'],
  ['--x\r\nnot a part', 'multipart/form-data; boundary=x'],
  ['--x', 'multipart/form-data'],
])('refuses what is no form, and does not fall over it: %j as %s', async (body, type) => {
  await expect(formData(posted(body, type))).rejects.toMatchObject({ init: { status: 415 } });
});
