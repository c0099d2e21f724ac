import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { proofKey } from '#domain/audience/proof-of-play.ts';

/** Public key for verifying proofs of play. Derived from the station's secret, and changes only with it. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { members } = context.get(requestContext);
  return new Response(proofKey(members.secretKey), {
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
  });
}
