import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { podcastText } from '#app/text/zh-hk/podcasts.ts';
import { readFeed } from '#domain/podcasts/podcasts.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { podcastXml } from './podcast-xml.server.ts';
import { xmlName, xmlReply } from './xml.server.ts';

/** Cached by the requesting app only, and not indexed. */
const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

/** A refusal as a problem document (RFC 9457). */
function problem({ errorName }: DomainError): Response {
  const { status, code, message } = RESPONSE_CODES[errorName];
  const told = { type: 'about:blank', title: message, status, detail: message, response_code: code };
  return new Response(JSON.stringify(told), {
    status,
    headers: { ...HEADERS, 'Content-Type': 'application/problem+json; charset=utf-8' },
  });
}

/** A member's private feed, by its token: without a session, which podcast apps do not have. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { podcasts, now, siteUrl } = context.get(requestContext);
  const token = xmlName(params.feed);
  try {
    const { feed, program, episodes } = await readFeed(podcasts, token, now);
    const podcast = {
      siteUrl,
      title: podcastText.feedTitle(program?.title ?? feed.name),
      description: podcastText.feedDescription,
      page: program ? paths.program(program.id, program.slug) : paths.memberPodcasts(),
      self: paths.ownPodcast(token),
      keyart: program?.keyart ?? '',
      token,
      quality: feed.quality,
      episodes,
    };
    return xmlReply(podcastXml(podcast), HEADERS, 'application/rss+xml');
  } catch (error) {
    if (error instanceof DomainError) return problem(error);
    throw error;
  }
}
