// A schema in the manner of a DTD, for documents whose own schema is not free to copy: what each element contains, in
// which order, and what its attributes look like.

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

export interface XmlRule {
  /** Children as a DTD lists them: `title+, desc*, icon?`; alternatives by `|`. Absent: text alone. `''`: nothing. */
  content?: string;
  /** What its text looks like. */
  text?: RegExp;
  required?: Readonly<Record<string, RegExp>>;
  optional?: Readonly<Record<string, RegExp>>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (text.includes('<')) throw new Error(`an unescaped "<" in ${text}`);
  return text.replace(/&(?:#(\d+)|([a-z]+))?;?/g, (found, code?: string, name?: string) => {
    const char = code === undefined ? ENTITIES[name ?? ''] : String.fromCodePoint(Number(code));
    if (char === undefined || !found.endsWith(';')) throw new Error(`${found} is no entity of XML`);
    return char;
  });
}

function attributesOf(text: string, tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  const rest = text.replace(/\s+([\w:-]+)="([^"]*)"/g, (_, name: string, value: string) => {
    if (name in attributes) throw new Error(`${name} stands twice in ${tag}`);
    attributes[name] = unescaped(value);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`${tag} is no tag`);
  return attributes;
}

/** Reads a document. Throws if it is not well-formed; comments and sections are not supported. */
export function readXml(document: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = document.replace(/^<\?xml [^>]*\?>/, '').replace(/<!DOCTYPE [^>[]*>/, '');
  for (const [, text = '', tag = ''] of body.matchAll(/([^<]*)(<[^>]*>|$)/g)) {
    const at = open.at(-1)!;
    at.text += unescaped(text);
    if (tag === '') continue;
    const [, closing, name = '', given = '', empty] = /^<(\/?)([a-zA-Z][\w:-]*)([^]*?)(\/?)>$/.exec(tag) ?? [];
    if (name === '') throw new Error(`${tag} is no tag`);
    if (closing) {
      if (open.pop()!.name !== name) throw new Error(`${tag} closes another element`);
      continue;
    }
    const element = { name, attributes: attributesOf(given, tag), children: [], text: '' };
    at.children.push(element);
    if (!empty) open.push(element);
  }
  const [first] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '' || first === undefined)
    throw new Error('not one element');
  return first;
}

/** `title+, desc*` as an expression of child names, each followed by a space. */
function sequence(content: string): RegExp {
  const alternatives = content.split('|').map((alternative) =>
    alternative
      .split(',')
      .map((one) => one.trim().replace(/^([\w:-]+)([+*?]?)$/, '(?:$1 )$2'))
      .join(''),
  );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}

/** Faults of an element and its descendants, as text; empty if none. */
export function faultsOf(element: XmlElement, rules: Readonly<Record<string, XmlRule>>): string[] {
  const { name, attributes, children, text } = element;
  const rule = rules[name];
  if (rule === undefined) return [`${name} is no element`];
  const { content, required = {}, optional = {} } = rule;
  const known = { ...required, ...optional };
  const names = children.map((child) => `${child.name} `).join('');
  return [
    ...(content !== undefined && !sequence(content).test(names) ? [`${name} contains ${names || 'nothing'}`] : []),
    ...(content !== undefined && text.trim() !== '' ? [`${name} contains text`] : []),
    ...(content === undefined && children.length > 0 ? [`${name} contains ${names}`] : []),
    ...(rule.text && !rule.text.test(text) ? [`${name} says ${text}`] : []),
    ...Object.keys(required).flatMap((one) => (one in attributes ? [] : [`${name} lacks ${one}`])),
    ...Object.entries(attributes).flatMap(([one, value]) =>
      known[one]?.test(value) ? [] : [`${name} has ${one}="${value}"`],
    ),
    ...children.flatMap((child) => faultsOf(child, rules)),
  ];
}
