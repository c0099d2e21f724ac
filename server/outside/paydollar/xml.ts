export interface XmlElement {
  name: string;
  /** Text of the element itself, without its children. */
  text: string;
  children: XmlElement[];
}

export class XmlFault extends Error {}

const PROLOG = /^\uFEFF?\s*(?:<\?xml[^<>]{0,200}\?>)?\s*/;
const TOKEN = /<(\/?)([A-Za-z_][\w.-]{0,60})\s*(\/?)>|([^<]+)/y;
const MAX_DEPTH = 8;
// A Map, because `constructor` is a possible key.
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decode(text: string): string {
  return text.replace(/&([^;&\s]{0,12};?)/g, (_all, name: string) => {
    const [, decimal, hex] = /^#(?:(\d{1,7})|x([\da-f]{1,6}));$/i.exec(name) ?? [];
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    const letter = code <= 0x10_ff_ff ? String.fromCodePoint(code) : ENTITIES.get(name.slice(0, -1));
    if (letter === undefined || !name.endsWith(';')) throw new XmlFault('unknown entity');
    return letter;
  });
}

/**
 * Parses the gateway's simple replies: elements and text only. Anything else (attributes, comments, declarations,
 * truncated or misnested elements) is an error, because half a list of payments must not be mistaken for the whole.
 */
export function parseXml(source: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  TOKEN.lastIndex = PROLOG.exec(source)?.[0].length ?? 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) throw new XmlFault('expected an element');
    const [, closing, name = '', empty, text] = match;
    const inner = open.at(-1) ?? document;
    if (text !== undefined) {
      inner.text += decode(text);
    } else if (closing) {
      if (empty || inner.name !== name || open.length === 1) throw new XmlFault('elements are not properly nested');
      open.pop();
    } else {
      const element: XmlElement = { name, text: '', children: [] };
      inner.children.push(element);
      if (!empty) open.push(element);
      if (open.length > MAX_DEPTH) throw new XmlFault('elements are nested too deeply');
    }
  }
  const [root, ...more] = document.children;
  if (open.length > 1 || !root || more.length || document.text.trim())
    throw new XmlFault('not a single complete document');
  return root;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** Text of the first child of that name. Empty if there is none. */
export const childText = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? '';
