import { takeReport } from '#domain/archive/automation.ts';
import { automationReportSchema } from '#domain/archive/automation.schema.ts';
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
      const report = automationReportSchema.safeParse(parse(body.toString()));
      if (!report.success) throw new DomainError('invalidParam', report.error.issues);
      const { id, revision } = report.data;
      return { eventId: `${channelId}/${revision}/${id}`, payload: JSON.stringify(report.data) };
    },
    handle: (tx, payload) =>
      takeReport(
        tx,
        { channelId, airDelayMs: airDelayMs[channelId] },
        automationReportSchema.parse(JSON.parse(payload)),
      ),
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
