/** What a walk has learnt so far, by the names that its calls give it. */
export type Known = Record<string, string | number>;

type Fields = Record<string, unknown>;

/**
 * A call as the station's catalogue of calls has it: the fields that it names, with values for a demo, and those that its reply
 * has. Nothing beyond what the catalogue names may be needed.
 */
export interface CatalogueCall {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  /** As the catalogue writes it. */
  path: string;
  /** Whose session it is made in; without one it is a guest's. A newcomer is a guest in another browser; who returns logs in and out. */
  as?: 'guest' | 'newcomer' | 'member' | 'subscriber' | 'returning';
  /** What a person would wait for. */
  before?: () => Promise<void>;
  params?: (known: Known) => Record<string, string | number>;
  query?: (known: Known) => Record<string, string | number>;
  json?: (known: Known) => Fields | Promise<Fields>;
  /** A form as HTML posts it. */
  form?: (known: Known) => Fields;
  /** JSON that is sent as plain text. */
  text?: (known: Known) => Fields;
  /** Named fields of the reply. */
  reply?: readonly string[];
  /** Nothing is wrapped: a page, a script or an empty reply. */
  isBare?: true;
  /** The catalogue's code that the example leads to; without one it succeeds. */
  code?: number | string;
  /** What later calls take from the reply: the name for it, and its place in the reply. */
  learns?: Readonly<Record<string, string>>;
}
