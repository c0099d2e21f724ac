/** The server's answer to a code: the total with it, or why it is invalid. */
export interface SaleQuote {
  /** Null if the code is invalid, or the total is unknown. */
  totalCents: number | null;
  words: string;
}
