import { expect, it } from 'vitest';
import { FORM_LIMITS } from '#shared/limits.ts';
import { seeOther } from './section-ids.server.ts';

const FORM = 'application/x-www-form-urlencoded';
const pathOf = (query: { program_archive_section_id?: number }) => `/to/${query.program_archive_section_id}`;
const post = (body: BodyInit, type?: string) =>
  seeOther(
    new Request('http://localhost/playlist/create', {
      method: 'POST',
      body,
      headers: type === undefined ? {} : { 'content-type': type },
      duplex: 'half',
    } as RequestInit),
    pathOf,
  );

it('leads a posted form to an address that can be reloaded', async () => {
  const reply = await post('program_archive_section_id=101', FORM);
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe('/to/101');
});

it.each([
  ['{}', 'application/json'],
  ['a', undefined],
  ['', 'nonsense'],
  ['--x\r\nnot a part', 'multipart/form-data; boundary=x'],
])('refuses what is no form, and does not fall over it: %j as %s', async (body, type) => {
  await expect(post(body, type)).rejects.toMatchObject({ init: { status: 415 } });
});

it('reads no more of a body than a form may have, which anybody can send without end', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(to) {
      sent += 8_192;
      // An unlimited reader ends here, and not with the memory of the machine.
      if (sent > 100 * FORM_LIMITS.textBytes) to.close();
      else to.enqueue(new Uint8Array(8_192).fill(0x61));
    },
  });
  await expect(post(endless, FORM)).rejects.toMatchObject({ init: { status: 413 } });
  expect(sent).toBeLessThan(2 * FORM_LIMITS.textBytes);
});
