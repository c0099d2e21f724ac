import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { podcastText } from '#app/text/zh-hk/podcasts.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { listFreeEpisodes } from '#domain/podcasts/podcasts.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { podcastXml } from './podcast-xml.server.ts';
import { xmlName, xmlReply } from './xml.server.ts';

/** The free previews of a programme's replays, as a podcast. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const program = await foundOr404(getProgram({ db, now }, idParam(xmlName(params.feed))));
  const podcast = {
    siteUrl,
    title: seoText.title(program.title),
    description: podcastText.freeDescription(program.tagline),
    page: paths.program(program.id, program.slug),
    self: paths.programPodcast(program.id),
    keyart: program.keyart,
    token: null,
    quality: 11,
    episodes: await listFreeEpisodes({ db, settings: archive }, program.id, now),
  } as const;
  return xmlReply(
    podcastXml(podcast),
    publicPage({ freshSeconds: 30, staleSeconds: 300, tags: ['archive', 'programs'] }),
    'application/rss+xml',
  );
}
