import { afterEach, expect, it, vi } from 'vitest';
import { shareOrCopy } from './share-or-copy.ts';

const LINK = { title: '的士高峰', url: 'https://radio.example/program/archives/1' };

afterEach(() => void vi.unstubAllGlobals());

/** The result with a browser of this kind, and what it put into the clipboard. */
async function shared({ sheet, clipboard = true }: { sheet: string | null; clipboard?: boolean }) {
  const copied: string[] = [];
  const refuse = (name: string) => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', {
    ...(sheet !== null && {
      canShare: () => true,
      share: () => (sheet === 'opens' ? Promise.resolve() : refuse(sheet)),
    }),
    ...(clipboard && { clipboard: { writeText: async (text: string) => void copied.push(text) } }),
  });
  return [await shareOrCopy(LINK), ...copied];
}

it('copies a link where there is no sheet, or where the browser does not open it', async () => {
  expect(await shared({ sheet: null })).toEqual(['copied', LINK.url]);
  expect(await shared({ sheet: 'NotAllowedError' })).toEqual(['copied', LINK.url]);
  expect(await shared({ sheet: 'NotAllowedError', clipboard: false })).toEqual(['failed']);
});

it('copies nothing after a sheet, whether something was chosen there or it was closed, nor while it is open', async () => {
  expect(await shared({ sheet: 'opens' })).toEqual(['shared']);
  expect(await shared({ sheet: 'AbortError' })).toEqual(['shared']);
  expect(await shared({ sheet: 'InvalidStateError' })).toEqual(['shared']);
});
