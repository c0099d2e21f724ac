import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { proofOfPlay } from '#domain/audience/proof-of-play.ts';
import { DomainError } from '#shared/domain-error.ts';
import { mayRead } from './figures.server.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'content-type': 'application/json; charset=utf-8',
};

/** A signed file for an advertiser: what was shown of theirs on a day. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  if (!mayRead(args)) return new Response(null, { status: 404, headers: HEADERS });
  const { db, figures, siteUrl } = args.context.get(requestContext);
  const query = args.url.searchParams;
  const day = query.get('day') ?? '';
  try {
    const proof = await proofOfPlay({ db, secretKey: figures.secretKey, siteUrl }, query.get('advertiser') ?? '', day);
    const headers = { ...HEADERS, 'content-disposition': `attachment; filename="proof-of-play-${day}.json"` };
    return new Response(`${JSON.stringify(proof, null, 2)}\n`, { headers });
  } catch (error) {
    if (error instanceof DomainError) return new Response(null, { status: 404, headers: HEADERS });
    throw error;
  }
}
