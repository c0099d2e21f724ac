/**
 * Says in words where a network address is, as people of Hong Kong call it: `香港`, `英國 · London`. Null where nobody
 * knows: a private network, or a station that has no such list.
 */
export type Places = (ip: string) => string | null;
