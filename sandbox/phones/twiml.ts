import { Parser } from 'htmlparser2';

/** What a document of TwiML says, sentence by sentence, and where it goes after a key. */
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
