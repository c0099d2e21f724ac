import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { findOwnPage, getCampaignProgress, type CampaignProgress } from '#domain/campaigns/campaigns.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createHash } from 'node:crypto';
import { drawHeadline, groundOf } from './headline-pictures.ts';
import type { PictureCache } from './picture-cache.ts';
import type { PictureSources } from './picture-sources.ts';

const ADDRESS = /^([a-z0-9_]{3,40})\/([\w-]{1,40})\.jpg$/;
/** The picture of pages without one of their own. */
const ORDINARY = '/social.jpg';

async function progressOrNull(at: { db: Db; now: Date }, name: string): Promise<CampaignProgress | null> {
  try {
    return await getCampaignProgress(at, name);
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'dataNotFound') return null;
    throw error;
  }
}

/**
 * `GET /social/campaigns/:name/:code.jpg`: the link preview of a tier or goods of a campaign, with its name over its
 * picture or that of the campaign. A draft, and what is not offered, get the ordinary picture.
 */
export async function campaignPictures(
  app: FastifyInstance,
  { db, sources, kept, clock }: { db: Db; sources: PictureSources; kept: PictureCache; clock: () => Date },
): Promise<void> {
  app.get<{ Params: { '*': string } }>('/social/campaigns/*', { schema: { hide: true } }, async (request, reply) => {
    const [, name, code] = ADDRESS.exec(request.params['*']) ?? [];
    void reply.header('Cache-Control', 'public, max-age=300, s-maxage=5');
    const progress = name === undefined ? null : await progressOrNull({ db, now: clock() }, name);
    const item = progress?.items.find((one) => one.code === code);
    if (name === undefined || !item) return reply.redirect(ORDINARY);
    const page = await findOwnPage(db, name);
    const headline = { title: item.name, label: page?.fields.title ?? '', channelBitwise: 0 };
    const art = await groundOf(sources, item.picture || (page?.fields.picture ?? ''));
    const version = createHash('sha256')
      .update(JSON.stringify([headline, art?.hash]))
      .digest('hex')
      .slice(0, 24);
    const bytes = await kept.get(`campaign-${version}.jpg`, async () =>
      drawHeadline(headline, art === null ? null : await art.open().catch(() => null)),
    );
    return reply.type('image/jpeg').send(bytes);
  });
}
