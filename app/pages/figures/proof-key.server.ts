import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { proofKey } from '#domain/audience/proof-of-play.ts';

/** What anybody verifies a proof of play with. It follows from the station's secret, and changes with it alone. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { figures } = context.get(requestContext);
  return new Response(proofKey(figures.secretKey), {
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' },
  });
}
