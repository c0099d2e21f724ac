/** Key for sealing the books in tests. */
export const LEDGER_KEY = 'a ledger key for tests of forty-two letters';
