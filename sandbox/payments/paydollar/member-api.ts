import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { amountText, centsOfText, chosenByCents } from './bank.ts';
import { secureHash, type SigningAccount } from './datafeed.ts';
import { formOf } from '../forms.ts';
import { endTry } from './hosted.ts';
import { element, isKnown, sendXml, type OrderApiOptions } from './order-api.ts';

/** Stored cards of members, and charges of them. */
export function memberApi(
  app: FastifyInstance,
  { bank, datafeed, faults, clock, hash, secrets, ...account }: OrderApiOptions & SigningAccount,
): void {
  const answer = (root: string) => (reply: FastifyReply, action: string, code: string, message: string, body: string) =>
    sendXml(
      reply,
      `<${root}>${element('action', action)}<responsestatus>${element('responsecode', code)}${element('responsemessage', message)}</responsestatus><response>${body}</response></${root}>`,
    );
  const ofMember = answer('membershipresponse');
  const ofCard = answer('memberpayresponse');

  app.post('/merchant/api/MembershipApi.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const action = form.get('actionType') ?? '';
    const id = form.get('memberId') ?? '';
    return faults.meet(`member ${action}`, reply, () => {
      if (!isKnown(form, account)) return ofMember(reply, action, '-1', 'Authentication Failed', '');
      if (action !== 'Add' || id === '') return ofMember(reply, action, '-1', 'Parameter Incorrect', '');
      if (bank.cards.get(id)) return ofMember(reply, action, '-1', 'Member exists', '');
      const staticToken = randomBytes(24).toString('base64');
      const none = { method: '', first4: '', last4: '', expMonth: '', expYear: '' };
      bank.cards.put({
        id,
        staticToken,
        accountId: String(bank.cards.list().length + 1),
        ...none,
        bank: 'ok',
        tokens: [],
      });
      return ofMember(reply, action, '0', 'OK', element('statictoken', staticToken));
    });
  });

  app.post('/merchant/api/MemberPayApi.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const action = form.get('actionType') ?? '';
    return faults.meet(action === 'Query' ? 'card Query' : action, reply, () => {
      if (!isKnown(form, account)) return ofCard(reply, action, '-1', 'Authentication Failed', '');
      const card = bank.cards.get(form.get('memberId') ?? '');
      if (!card) return ofCard(reply, action, '-1', 'Member unknown', '');
      if (action === 'Query') {
        const told: [string, string][] = [
          ['accountId', card.accountId],
          ['accounttype', card.method],
          ['account', `${card.first4}********${card.last4}`],
          ['expyear', card.expYear],
          ['expmonth', card.expMonth],
          ['holdername', 'CHAN TAI MAN'],
          ['status', 'A'],
        ];
        const account = told.map(([name, text]) => element(name, text)).join('');
        return ofCard(reply, action, '0', 'OK', card.last4 ? `<account>${account}</account>` : '');
      }
      const cents = centsOfText(form.get('amount') ?? '');
      const isOf = form.get('staticToken') === card.staticToken && form.get('accountId') === card.accountId;
      if (action !== 'GenerateToken' || !isOf || cents === null)
        return ofCard(reply, action, '-1', 'Parameter Incorrect', '');
      const token = randomBytes(18).toString('base64url');
      bank.cards.put({ ...card, tokens: [...card.tokens, [token, form.get('orderRef') ?? '', cents]] });
      return ofCard(reply, action, '0', 'OK', element('token', token));
    });
  });

  app.post('/directPay/payComp.jsp', { schema: { hide: true } }, async (request, reply) => {
    const form = formOf(request);
    const given = (name: string) => form.get(name) ?? '';
    const line = (fields: [string, string][]) => reply.type('text/plain').send(new URLSearchParams(fields).toString());
    const refuse = (src: string, errMsg: string) =>
      line([
        ['successcode', '-1'],
        ['prc', src ? '-8' : '-1'],
        ['src', src],
        ['Ref', given('orderRef')],
        ['PayRef', ''],
        ['errMsg', errMsg],
      ]);
    return faults.meet('charge', reply, () => {
      const parts = ['merchantId', 'orderRef', 'currCode', 'amount', 'payType'].map(given);
      const isSigned = secrets.some((secret) => secureHash(hash, [...parts, secret]) === given('secureHash'));
      if (given('merchantId') !== account.merchantId || !isSigned) return refuse('', 'secureHash');
      const card = bank.cards.get(given('memberPay_memberId'));
      const cents = centsOfText(given('amount'));
      const isToken = ([token, ref, of]: [string, string, number]) =>
        token === given('memberPay_token') && ref === given('orderRef') && of === cents;
      if (!card || cents === null || !card.tokens.some(isToken)) return refuse('', 'memberPay_token');
      if (bank.triesOf(given('orderRef')).length) return refuse('2007', 'duplicate reference');
      bank.cards.put({ ...card, tokens: card.tokens.filter((one) => !isToken(one)) });
      const byCents = chosenByCents(cents);
      const wanted = card.bank === 'ok' ? byCents.bank : card.bank;
      const { method, first4, last4, expMonth, expYear } = card;
      const one = endTry(bank, wanted === 'failThenOk' ? 'ok' : wanted, {
        method,
        first4,
        last4,
        expMonth,
        expYear,
        cents,
        ref: given('orderRef'),
        payType: 'N',
        channel: 'DPS',
        told: byCents.told,
        remark: '',
        at: clock(),
      });
      datafeed.tell(one);
      return line([
        ['successcode', one.status === 'Rejected' ? '1' : '0'],
        ['Ref', one.ref],
        ['PayRef', one.id],
        ['Amt', amountText(one.cents)],
        ['Cur', '344'],
        ['prc', one.prc],
        ['src', one.src],
        ['payMethod', one.method],
        ['errMsg', ''],
      ]);
    });
  });
}
