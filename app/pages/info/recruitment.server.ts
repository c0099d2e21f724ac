import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { changedDay, toStaticBlocks } from '#app/components/article/static-body.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { getStaticPage, listJobOpenings } from '#domain/pages/pages.ts';
import { DomainError } from '#shared/domain-error.ts';
import { Brand, RECRUITING_COMPANIES } from '#shared/enums.ts';
import { instantHk } from '#shared/hk-time.ts';

/** Brands are stored by number and shown by name. */
const companyName = (brand: Brand) => RECRUITING_COMPANIES.find((name) => Brand[name] === brand)!;

const formatDay = (dayHk: string) => changedDay(instantHk(dayHk, 0).getTime());

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const company = RECRUITING_COMPANIES.find((known) => known === params.company) ?? null;
  if (params.company !== undefined && company === null) throw notFound();
  const [openings, intro] = await Promise.all([
    listJobOpenings({ db, now }),
    getStaticPage({ db }, 'recruitment').catch((error: unknown) => {
      if (error instanceof DomainError && error.errorName === 'dataNotFound') return null;
      throw error;
    }),
  ]);
  return {
    siteUrl,
    company,
    intro: intro ? toStaticBlocks(intro.blocks, siteUrl) : [],
    counts: RECRUITING_COMPANIES.map((one) => ({
      company: one,
      openings: openings.filter((opening) => opening.brand === Brand[one]).length,
    })),
    openings: openings
      .filter((opening) => company === null || opening.brand === Brand[company])
      .map(({ brand, postedHk, closesHk, ...opening }) => ({
        ...opening,
        company: companyName(brand),
        posted: formatDay(postedHk),
        closes: closesHk === null ? null : formatDay(closesHk),
      })),
  };
}

/** Openings close at the end of a Hong Kong day, so the page is cached briefly only. */
export function headers() {
  return publicPage({ freshSeconds: 60, staleSeconds: 300, tags: ['jobs', 'static-pages'] });
}
