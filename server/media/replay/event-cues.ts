import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptionReplies } from '#domain/archive/captions/caption-replies.ts';
import { SLICE_SECONDS } from '#domain/archive/captions/captions.rules.ts';
import { sliceSchema } from '#domain/archive/captions/captions.schema.ts';
import { streamKindOf } from '#domain/media/streams.rules.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { covered, streamIn } from '#server/media/replay/grant-check.ts';

interface Params {
  grant: string;
  stream: string;
  slice: string;
}
type Asked<P extends keyof Params> = FastifyRequest<{ Params: Pick<Params, P> }>;

/** Captions of an event, live and in its replay, for those entitled to its picture, and for no longer. */
export function registerEventCues(
  app: FastifyInstance,
  {
    replies,
    openBy,
  }: {
    replies: CaptionReplies;
    /** Verifies the grant of a request as for a segment, and sets the headers of the reply. */
    openBy: (request: Asked<'grant' | 'stream'>, reply: FastifyReply) => Promise<Grant>;
  },
): void {
  async function streamOf(request: Asked<'grant' | 'stream'>, reply: FastifyReply) {
    const grant = await openBy(request, reply);
    const streamId = streamIn(request.params.stream, grant);
    if (streamKindOf(streamId) !== 'event') throw new DomainError('fileNotFound');
    void reply.type('application/json; charset=utf-8');
    return { grant, streamId };
  }

  app.get<{ Params: Pick<Params, 'grant' | 'stream'> }>(
    '/replay/:grant/:stream/cues',
    { schema: { hide: true } },
    async (request, reply) => {
      const { grant, streamId } = await streamOf(request, reply);
      return replies.span(streamId, grant);
    },
  );

  app.get<{ Params: Params }>(
    '/replay/:grant/:stream/cues/:slice',
    { schema: { hide: true } },
    async (request, reply) => {
      const { grant, streamId } = await streamOf(request, reply);
      const { success, data: slice } = sliceSchema.safeParse(request.params.slice);
      if (!success) throw new DomainError('invalidParam', `a slice begins at a multiple of ${SLICE_SECONDS} s`);
      covered(grant, { from: slice * 1_000, to: (slice + 2 * SLICE_SECONDS) * 1_000 });
      return replies.slice(streamId, slice, grant);
    },
  );
}
