import { Parser } from 'htmlparser2';

/** The sentences of a TwiML document, and the URL called after a key. */
export function readTwiml(xml: string): { said: string[]; keyUrl: string } {
  const said: string[] = [];
  let keyUrl = '';
  let saying: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, { action }) {
        if (name === 'Gather') keyUrl = action ?? '';
        if (name === 'Say') saying = '';
      },
      ontext(text) {
        if (saying !== null) saying += text;
      },
      onclosetag(name) {
        if (name === 'Say' && saying !== null) said.push(saying);
        if (name === 'Say') saying = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { said, keyUrl };
}
