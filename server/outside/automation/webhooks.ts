import { takeReport } from '#domain/archive/cutting/automation.ts';
import { automationReportSchema } from '#domain/archive/cutting/automation.schema.ts';
import { isSongKind, songReportSchema } from '#domain/songs/song-reports.schema.ts';
import { takeSongReport } from '#domain/songs/songs.ts';
import type { WebhookProvider, WebhookRoute, SentWebhook } from '#server/web/webhook-routes.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { isSignedByAutomation } from './signature.ts';

export interface AutomationOptions {
  secret: string;
  /** Delay between the automation's clock and the encoder's, by channel. */
  airDelayMs: Readonly<Record<ChannelId, number>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalidParam', 'the body is not valid JSON');
  }
}

/** Reports of songs and other sounds that are not parts of a programme have a schema of their own. */
const readReport = (told: unknown) =>
  isSongKind((told as { kind?: unknown } | null)?.kind)
    ? songReportSchema.safeParse(told)
    : automationReportSchema.safeParse(told);

/** Webhook of the station's automation, which reports what was on air. Deduplicated by report id and revision. */
export function automationWebhooks({ secret, airDelayMs }: AutomationOptions): WebhookProvider {
  const isGenuine = ({ url, body, headers }: SentWebhook) => {
    const signature = headers['x-airwave-signature'];
    const { pathname: path } = new URL(url);
    return isSignedByAutomation(secret, {
      path,
      body,
      signature: typeof signature === 'string' ? signature : undefined,
    });
  };

  const asRun = (channelId: ChannelId): WebhookRoute => ({
    kind: `as-run-${channelId}`,
    read({ body }) {
      const report = readReport(parse(body.toString()));
      if (!report.success) throw new DomainError('invalidParam', report.error.issues);
      const { id, revision, kind } = report.data;
      // Ids of the archive and of songs are separate series.
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
    webhooks: Object.fromEntries(CHANNEL_IDS.map((id) => [`/api/automation/${id}`, asRun(id)])),
    questions: {},
  };
}
