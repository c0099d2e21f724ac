import { notFound } from '#app/params.server.ts';

/** Text or an attribute value of XML, without control characters, which XML does not allow. */
export function xmlText(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are what must go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[<>&'"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  );
}

/** The document name in a path ending in `.xml`; a 404 for any other ending. */
export function xmlName(file: string | undefined): string {
  if (file === undefined || !file.endsWith('.xml')) throw notFound();
  return file.slice(0, -'.xml'.length);
}

export function xmlReply(
  lines: readonly string[],
  headers: Record<string, string>,
  type = 'application/xml',
): Response {
  return new Response(['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n'), {
    headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` },
  });
}
