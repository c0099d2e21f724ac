declare module 'autocannon' {
  interface Result {
    requests: { total: number };
    /** Seconds. */
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
    /** Called for each connection; its requests are sent in turn. */
    setupClient?: (client: {
      setRequests(
        requests: { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }[],
      ): void;
    }) => void;
    /** Sent in turn; `setupRequest` prepares each. */
    requests?: { setupRequest: (request: { path: string }) => { path: string } }[];
    /** Requests per second over all connections. */
    overallRate?: number;
  }): Promise<Result>;
}
