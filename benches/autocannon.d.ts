declare module 'autocannon' {
  interface Result {
    requests: { total: number };
    /** Seconds it took. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
    errors: number;
    '2xx': number;
    non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    method?: 'GET' | 'POST';
    body?: string;
    /** Told of each connection; what is set is asked for in turn. */
    setupClient?: (client: {
      setRequests(
        requests: { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }[],
      ): void;
    }) => void;
    /** Asked for in turn; `setupRequest` makes each anew. */
    requests?: { setupRequest: (request: { path: string }) => { path: string } }[];
    /** Requests a second of all connections. */
    overallRate?: number;
  }): Promise<Result>;
}
