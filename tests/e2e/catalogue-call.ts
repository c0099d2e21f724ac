/** Values collected from replies so far, by the names that calls give them. */
export type Known = Record<string, string | number>;

type Fields = Record<string, unknown>;

/**
 * A call as defined by the station's catalogue of calls: the fields that it names, with values for a demo, and those of
 * its reply. A call must not need anything that the catalogue does not name.
 */
export interface CatalogueCall {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  /** As in the catalogue. */
  path: string;
  /**
   * The session it is made in; by default a guest's. `newcomer`: a guest in another browser; `returning`: logs in and
   * out.
   */
  as?: 'guest' | 'newcomer' | 'member' | 'subscriber' | 'returning';
  /** Waits for what a person would wait for. */
  before?: () => Promise<unknown>;
  params?: (known: Known) => Record<string, string | number>;
  query?: (known: Known) => Record<string, string | number>;
  json?: (known: Known) => Fields | Promise<Fields>;
  /** A form, posted as HTML does. */
  form?: (known: Known) => Fields;
  /** JSON, sent as plain text. */
  text?: (known: Known) => Fields;
  /** Fields that the reply must have. */
  reply?: readonly string[];
  /** The reply is not wrapped: a page, a script or empty. */
  isBare?: true;
  /** The expected response code; by default success. */
  code?: number | string;
  /** Values that later calls take from the reply: their name, and their position in the reply. */
  learns?: Readonly<Record<string, string>>;
}
