import { DOMParser as SchemaParser, DOMSerializer, type Node } from 'prosemirror-model';
import { textSchema } from './text-schema.ts';

/** A document of the schema from HTML. It is parsed in a document that loads and runs nothing. */
export function docOf(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return SchemaParser.fromSchema(textSchema).parse(body);
}

/** The HTML of a document; empty if it has no content. */
export function htmlOf(doc: Node): string {
  if (doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0) return '';
  const holder = document.createElement('div');
  holder.append(DOMSerializer.fromSchema(textSchema).serializeFragment(doc.content));
  return holder.innerHTML;
}
