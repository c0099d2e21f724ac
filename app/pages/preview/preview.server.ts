import { data, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { articleView } from '#app/pages/articles/article.server.ts';
import { previewArticle } from '#domain/drafts/preview.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PREVIEW_HEADERS } from './preview-headers.server.ts';

/** A draft as its page will be; null, with 404, for a link that is invalid or has expired. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, now, siteUrl, members } = context.get(requestContext);
  try {
    const { secretKey } = members;
    const { article, expiresAt } = await previewArticle({ db, secretKey, now }, params['token'] ?? '');
    const view = await articleView({ db, now, siteUrl }, article, 'preview');
    return data({ ...view, expiresAtMs: expiresAt.getTime() }, { headers: PREVIEW_HEADERS });
  } catch (error) {
    if (!(error instanceof DomainError) || error.errorName !== 'dataNotFound') throw error;
    return data(null, { status: 404, headers: PREVIEW_HEADERS });
  }
}
