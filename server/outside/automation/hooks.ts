import { takeReport } from '#domain/archive/automation.ts';
import { automationReportSchema } from '#domain/archive/automation.schema.ts';
import { isSongKind, songReportSchema } from '#domain/songs/song-reports.schema.ts';
import { takeSongReport } from '#domain/songs/songs.ts';
import type { HookProvider, NoticeHook, SentHook } from '#server/web/hooks.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { isSignedByAutomation } from './signature.ts';

export interface AutomationOptions {
  secret: string;
  /** What lies between the automation's clock and the encoder's, by channel. */
  airDelayMs: Readonly<Record<ChannelId, number>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalidParam', 'no JSON');
  }
}

/** Songs and what else is no part of a programme have a shape of their own. */
const readReport = (told: unknown) =>
  isSongKind((told as { kind?: unknown } | null)?.kind)
    ? songReportSchema.safeParse(told)
    : automationReportSchema.safeParse(told);

/** What the station's automation tells us of what went on air. A report is known by its id and revision. */
export function automationHooks({ secret, airDelayMs }: AutomationOptions): HookProvider {
  const isGenuine = ({ url, body, headers }: SentHook) => {
    const signature = headers['x-airwave-signature'];
    const { pathname: path } = new URL(url);
    return isSignedByAutomation(secret, {
      path,
      body,
      signature: typeof signature === 'string' ? signature : undefined,
    });
  };

  const asRun = (channelId: ChannelId): NoticeHook => ({
    kind: `as-run-${channelId}`,
    read({ body }) {
      const report = readReport(parse(body.toString()));
      if (!report.success) throw new DomainError('invalidParam', report.error.issues);
      const { id, revision, kind } = report.data;
      // The archive's numbers and those of songs are two series.
      const series = isSongKind(kind) ? 'sound/' : '';
      return { eventId: `${channelId}/${series}${revision}/${id}`, payload: JSON.stringify(report.data) };
    },
    async handle(tx, payload) {
      const where = { channelId, airDelayMs: airDelayMs[channelId] };
      const told: unknown = JSON.parse(payload);
      if (isSongKind((told as { kind?: unknown }).kind)) return takeSongReport(tx, where, songReportSchema.parse(told));
      const { kind, ...report } = automationReportSchema.parse(told);
      await takeReport(tx, where, { kind, ...report });
      if (kind === 'programme') await takeSongReport(tx, where, { kind, ...report });
    },
  });

  return {
    name: 'automation',
    contentType: 'application/json',
    isGenuine,
    taken: {
      type: 'application/json; charset=utf-8',
      body: '{"response_code":200,"response_message":"ok","response":{}}',
    },
    notices: Object.fromEntries(CHANNEL_IDS.map((id) => [`/api/automation/${id}`, asRun(id)])),
    questions: {},
  };
}
