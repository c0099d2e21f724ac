import type { FastifyInstance, FastifyReply } from 'fastify';
import { dateTimeHk } from '#shared/hk-time.ts';
import { amountText, type Schedule } from './bank.ts';
import { formOf } from '../forms.ts';
import { element, isKnown, sendXml, type OrderApiOptions } from './order-api.ts';

const dayMonthYear = (dayHk: string) => dayHk.split('-').toReversed().join('/');

/** The schedule API: charges made, and cancellation. Schedules are created only on the hosted page. */
export function scheduleApi(app: FastifyInstance, { bank, faults, ...account }: OrderApiOptions): void {
  const line = (reply: FastifyReply, schedule: Schedule | null, code: string, errMsg: string) =>
    reply.type('text/plain; charset=utf-8').send(
      new URLSearchParams([
        ['resultCode', code],
        ['mSchPayId', schedule?.id ?? ''],
        ['merchantId', schedule ? account.merchantId : ''],
        ['orderRef', schedule?.ref ?? ''],
        ['status', schedule?.status ?? ''],
        ['errMsg', errMsg],
      ]).toString(),
    );

  function told(schedule: Schedule): string {
    const charges = bank.tries
      .list()
      .filter((one) => one.mSchPayId === schedule.id && one.channel === 'SCH')
      .map(
        (one) =>
          `<detailSchPay>${[
            ['dSchPayId', one.dSchPayId],
            ['schType', 'System'],
            ['orderDate', `${dateTimeHk(new Date(one.at))}.0`],
            ['tranDate', `${dateTimeHk(new Date(one.at))}.0`],
            ['currency', '344'],
            ['amount', amountText(one.cents)],
            ['status', one.status],
            ['payRef', one.id],
          ]
            .map(([name = '', text = '']) => element(name, text))
            .join('')}</detailSchPay>`,
      );
    const isByYear = schedule.everyMonths % 12 === 0;
    const unit = isByYear ? 'Year' : 'Month';
    return [
      ['mSchPayId', schedule.id],
      ['schType', `${isByYear ? schedule.everyMonths / 12 : schedule.everyMonths} ${unit}`],
      ['startDate', dayMonthYear(schedule.startDay)],
      ['endDate', 'null'],
      ['merRef', schedule.ref],
      ['amount', amountText(schedule.cents)],
      ['payType', 'N'],
      ['payMethod', schedule.method],
      ['account', `${schedule.first4}********${schedule.last4}`],
      ['holder', 'CHAN TAI MAN'],
      ['expiryDate', `${Number(schedule.expMonth)}/${schedule.expYear}`],
      ['status', schedule.status === 'Suspend' ? 'Suspend' : 'Active'],
      ['suspendDate', ''],
      ['lastTerminateDate', ''],
      ['reActivateDate', ''],
    ]
      .map(([name = '', text = '']) => element(name, text))
      .concat(charges)
      .join('');
  }

  app.post('/merchant/api/schPayApi.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const action = form.get('actionType') ?? '';
    return faults.meet(action === 'Query' ? 'schedule Query' : action, reply, () => {
      if (!isKnown(form, account)) return line(reply, null, '-1', 'Authentication Failed');
      const found = bank.schedules.get(form.get('mSchPayId') ?? '');
      const schedule = found && found.status !== 'Deleted' ? found : null;
      if (action === 'Query')
        return sendXml(reply, `<records><masterSchPay>${schedule ? told(schedule) : ''}</masterSchPay></records>`);
      if (!schedule) return line(reply, null, '-1', 'Parameter MSchPayId Incorrect.');
      if (action === 'DeleteSchPay')
        return line(reply, bank.schedules.put({ ...schedule, status: 'Deleted' }), '0', 'Delete successfully.');
      const wanted = action === 'SuspendSchPay' ? 'Suspend' : action === 'ReactivateSchPay' ? 'Active' : null;
      if (!wanted) return line(reply, null, '-1', 'Parameter ActionType Incorrect.');
      if (schedule.status === wanted) return line(reply, null, '-1', `The transaction already ${wanted}ed.`);
      const word = wanted === 'Suspend' ? 'Suspend' : 'Reactivate';
      return line(reply, bank.schedules.put({ ...schedule, status: wanted }), '0', `${word} successfully.`);
    });
  });
}
