import { data, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { listPosts, previewCampaign } from '#domain/campaigns/campaigns.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PREVIEW_HEADERS } from '../../preview/preview-headers.server.ts';
import { postView, progressView } from '../campaign-page.server.ts';
import { pageViewOf, campaignWords } from './own-campaign.server.ts';

/** A campaign as its page will be; null, with 404, for a link that is invalid or has expired. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, now, members } = context.get(requestContext);
  try {
    const { secretKey } = members;
    const shown = await previewCampaign({ db, secretKey, now }, params['token'] ?? '');
    const { updates, questions } = await listPosts(db, shown.progress.campaign);
    const words = campaignWords(shown.progress.campaign.kind, shown.fields);
    return data(
      {
        title: words.title,
        page: pageViewOf(shown.fields),
        progress: progressView(shown.progress, words),
        updates: updates.map(postView),
        questions: questions.map(postView),
        clauses: shown.clauses,
        expiresAtMs: shown.expiresAt.getTime(),
      },
      { headers: PREVIEW_HEADERS },
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.errorName !== 'dataNotFound') throw error;
    return data(null, { status: 404, headers: PREVIEW_HEADERS });
  }
}
